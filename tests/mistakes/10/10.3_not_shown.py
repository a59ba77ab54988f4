CHECK = "10.3"
EXPECT = 'A hidden character went through. Use `show_hidden`.'


def as_data(result, origin):
    marked = {**result, "origin": origin}
    return json.dumps(marked, ensure_ascii=False, allow_nan=False)


ANSWER = as_data
