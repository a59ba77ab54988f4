CHECK = "10.3"
EXPECT = '`show_hidden` takes a text. Use it on the JSON text, at the end.'


def as_data(result, origin):
    marked = {**result, "origin": origin}
    return json.dumps({key: show_hidden(value) for key, value in marked.items()},
                      ensure_ascii=False, allow_nan=False)


ANSWER = as_data
