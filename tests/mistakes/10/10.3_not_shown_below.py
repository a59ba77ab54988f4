CHECK = "10.3"
EXPECT = 'A hidden character went through. Use `show_hidden`.'


def as_data(result, origin):
    marked = {key: show_hidden(value) if isinstance(value, str) else value
              for key, value in result.items()}
    marked["origin"] = origin
    return json.dumps(marked, ensure_ascii=False, allow_nan=False)


ANSWER = as_data
