CHECK = "07.3"
EXPECT = None


def unwrap(text):
    found, place = [], text.find("{")
    while place >= 0:
        try:
            value, end = json.JSONDecoder().raw_decode(text, place)
        except (ValueError, RecursionError):
            place = text.find("{", place + 1)
            continue
        # unwrap: keep the value, if it holds questions
        if value.get("questions") is not None:
            found += [value]
        place = text.find("{", end)
    # unwrap: exactly one, else ValueError
    if not found:
        raise ValueError("There is no quiz in this reply.")
    if len(found) > 1:
        raise ValueError("There are several quizzes in this reply.")
    return found[0]


ANSWER = unwrap
