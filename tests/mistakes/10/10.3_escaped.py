CHECK = "10.3"
EXPECT = 'JSON wrote the hidden character as an escape. Add `ensure_ascii=False`.'


def as_data(result, origin):
    marked = {**result, "origin": origin}
    return show_hidden(json.dumps(marked, allow_nan=False))


ANSWER = as_data
