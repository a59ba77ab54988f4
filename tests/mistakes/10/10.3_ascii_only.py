CHECK = "10.3"
EXPECT = 'The JSON must hold the keys of the result'


def as_data(result, origin):
    marked = {**result, "origin": origin}
    return show_hidden(json.dumps(marked, ensure_ascii=False, allow_nan=False)).encode("ascii", "replace").decode()


ANSWER = as_data
