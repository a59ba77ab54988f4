CHECK = "10.3"
EXPECT = 'The key `origin` is missing.'


def as_data(result, origin):
    marked = dict(result)
    return show_hidden(json.dumps(marked, ensure_ascii=False, allow_nan=False))


ANSWER = as_data
