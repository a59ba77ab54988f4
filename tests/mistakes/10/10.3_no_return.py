CHECK = "10.3"
EXPECT = 'Nothing came back.'


def as_data(result, origin):
    marked = {**result, "origin": origin}
    text = show_hidden(json.dumps(marked, ensure_ascii=False, allow_nan=False))


ANSWER = as_data
