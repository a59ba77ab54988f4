CHECK = "10.3"
EXPECT = None


def as_data(result, origin):
    marked = dict(result, origin=origin)
    return show_hidden(json.dumps(marked, ensure_ascii=False, allow_nan=False))


ANSWER = as_data
