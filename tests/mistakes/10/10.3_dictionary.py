CHECK = "10.3"
EXPECT = 'Return a JSON text. `json.dumps` makes one of a dictionary.'


def as_data(result, origin):
    marked = {**result, "origin": origin}
    return marked


ANSWER = as_data
