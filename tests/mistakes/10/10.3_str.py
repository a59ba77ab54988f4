CHECK = "10.3"
EXPECT = '`str` writes single quotes. JSON has double ones: `json.dumps`.'


def as_data(result, origin):
    marked = {**result, "origin": origin}
    return show_hidden(str(marked))


ANSWER = as_data
