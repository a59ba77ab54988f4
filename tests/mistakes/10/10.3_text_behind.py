CHECK = "10.3"
EXPECT = 'This is no JSON any more. Put the origin into a key.'


def as_data(result, origin):
    marked = {**result, "origin": origin}
    return json.dumps(result) + " (from: " + origin + ")"


ANSWER = as_data
