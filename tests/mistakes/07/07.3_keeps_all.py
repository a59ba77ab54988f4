CHECK = "07.3"
EXPECT = "The first object is no quiz"


def unwrap(text):
    found, place = [], text.find("{")
    while place >= 0:
        try:
            value, end = json.JSONDecoder().raw_decode(text, place)
        except (ValueError, RecursionError):
            place = text.find("{", place + 1)
            continue
        # unwrap: keep the value, if it holds questions
        found.append(value)
        place = text.find("{", end)
    # unwrap: exactly one, else ValueError
    if len(found) != 1:
        raise ValueError(f"There must be one 'questions' object, not {len(found)}.")
    return found[0]


ANSWER = unwrap
