CHECK = "03.2"
EXPECT = "Give the helper itself to `json.loads`, without brackets"


def read_arguments(text):
    if not text.strip():
        return {}
    value = json.loads(text, parse_constant=refuse, object_pairs_hook=one_of_each(text))
    if not isinstance(value, dict):
        raise ValueError("no object")
    return value


ANSWER = read_arguments
