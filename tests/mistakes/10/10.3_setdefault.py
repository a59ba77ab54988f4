CHECK = "10.3"
EXPECT = 'The result brought its own `origin`. Yours must win.'


def as_data(result, origin):
    marked = dict(result)
    marked.setdefault("origin", origin)
    return show_hidden(json.dumps(marked, ensure_ascii=False, allow_nan=False))


ANSWER = as_data
