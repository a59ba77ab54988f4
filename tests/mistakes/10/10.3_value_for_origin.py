CHECK = "10.3"
EXPECT = 'The JSON must hold the keys'


def as_data(result, origin):
    marked = {**result, "origin": "tool"}
    return show_hidden(json.dumps(marked, ensure_ascii=False, allow_nan=False))


ANSWER = as_data
