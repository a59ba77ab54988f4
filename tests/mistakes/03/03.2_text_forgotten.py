CHECK = "03.2"
EXPECT = "`json.loads` got no text"


def read_arguments(text):
    if not text.strip():
        return {}
    value = json.loads(parse_constant=refuse, object_pairs_hook=one_of_each)
    if not isinstance(value, dict):
        raise ValueError("no object")
    return value


ANSWER = read_arguments
