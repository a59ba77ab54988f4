CHECK = "10.3"
EXPECT = 'Use `allow_nan=False`.'


def as_data(result, origin):
    marked = {**result, "origin": origin}
    return show_hidden(json.dumps(marked, ensure_ascii=False))


ANSWER = as_data
