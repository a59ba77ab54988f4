CHECK = "07.3"
EXPECT = "Prose had braces too"


def unwrap(text):
    first, last = text.find("{"), text.rfind("}")
    if first < 0:
        raise ValueError("There is no object here.")
    return json.loads(text[first:last + 1])


ANSWER = unwrap
