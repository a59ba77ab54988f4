CHECK = "03.2"
EXPECT = "Nothing came back for a bad text"


def read_arguments(text):
    if not text.strip():
        return {}
    try:
        value = json.loads(text, parse_constant=refuse, object_pairs_hook=one_of_each)
    except ValueError:
        return None
    if not isinstance(value, dict):
        raise ValueError("no object")
    return value


ANSWER = read_arguments
