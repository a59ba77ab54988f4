CHECK = "10.3"
EXPECT = 'Your code changed its input. Build a new list or dictionary.'


def as_data(result, origin):
    marked = result
    marked["origin"] = origin
    return show_hidden(json.dumps(marked, ensure_ascii=False, allow_nan=False))


ANSWER = as_data
