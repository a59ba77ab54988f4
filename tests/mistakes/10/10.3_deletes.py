CHECK = "10.3"
EXPECT = 'The JSON must hold the keys of the result with their values, and `origin`.'


def as_data(result, origin):
    marked = {**result, "origin": origin}
    text = json.dumps(marked, ensure_ascii=False, allow_nan=False)
    return text.replace("\u200b", "").replace("\u202e", "")


ANSWER = as_data
