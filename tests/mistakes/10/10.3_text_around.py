CHECK = "10.3"
EXPECT = 'This is no JSON any more. Put the origin into a key.'


def as_data(result, origin):
    marked = {**result, "origin": origin}
    return f"DATA from {origin}:\n" + show_hidden(json.dumps(result, ensure_ascii=False))


ANSWER = as_data
