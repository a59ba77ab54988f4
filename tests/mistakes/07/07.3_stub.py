CHECK = "07.3"
EXPECT = "A gap is still open"


def unwrap(text):
    found, place = [], text.find("{")
    while place >= 0:
        try:
            value, end = json.JSONDecoder().raw_decode(text, place)
        except (ValueError, RecursionError):
            place = text.find("{", place + 1)
            continue
        # unwrap: keep the value, if it holds questions
        ...  # YOUR CODE HERE
        place = text.find("{", end)
    # unwrap: exactly one, else ValueError
    ...  # YOUR CODE HERE
    return found[0]


ANSWER = unwrap
