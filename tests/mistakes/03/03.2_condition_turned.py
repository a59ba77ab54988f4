CHECK = "03.2"
EXPECT = "Look at the condition before"


def read_arguments(text):
    if not text.strip():
        return {}
    value = json.loads(text, parse_constant=refuse, object_pairs_hook=one_of_each)
    if isinstance(value, dict):
        raise ValueError("no object")
    return value


ANSWER = read_arguments
