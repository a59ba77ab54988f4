CHECK = "10.3"
EXPECT = "The result's keys belong beside `origin`, not below it."


def as_data(result, origin):
    marked = {"result": result, "origin": origin}
    return show_hidden(json.dumps(marked, ensure_ascii=False, allow_nan=False))


ANSWER = as_data
