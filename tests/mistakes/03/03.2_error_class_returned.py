CHECK = "03.2"
EXPECT = "You returned the ValueError"


def read_arguments(text):
    if not text.strip():
        return {}
    value = json.loads(text, parse_constant=refuse, object_pairs_hook=one_of_each)
    if not isinstance(value, dict):
        return ValueError
    return value


ANSWER = read_arguments
