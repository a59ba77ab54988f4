CHECK = "07.3"
EXPECT = "Do not mend it"


def unwrap(text):
    found, place = [], text.find("{")
    while place >= 0:
        value = None
        for end_of_it in ("", "}", "]}", "}]}"):
            try:
                value, end = json.JSONDecoder().raw_decode(text + end_of_it, place)
                break
            except (ValueError, RecursionError):
                continue
        if value is None:
            place = text.find("{", place + 1)
            continue
        # unwrap: keep the value, if it holds questions
        if "questions" in value:
            found.append(value)
        place = text.find("{", end)
    # unwrap: exactly one, else ValueError
    if len(found) != 1:
        raise ValueError("There must be one quiz.")
    return found[0]


ANSWER = unwrap
