CHECK = "03.2"
EXPECT = "A returned text looks like a result"


def read_arguments(text):
    if not text.strip():
        return {}
    try:
        value = json.loads(text, parse_constant=refuse, object_pairs_hook=one_of_each)
    except ValueError as error:
        return f"error: {type(error).__name__}"
    if not isinstance(value, dict):
        raise ValueError("no object")
    return value


ANSWER = read_arguments
