CHECK = "03.2"
EXPECT = "A broken text became empty arguments"


def read_arguments(text):
    if not text.strip():
        return {}
    value = json.loads(text, parse_constant=refuse, object_pairs_hook=one_of_each)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ValueError("no object")
    return value


ANSWER = read_arguments
