CHECK = "03.2"
EXPECT = "This is no dictionary"


def read_arguments(text):
    if not text.strip():
        return {}
    value = json.loads(text, parse_constant=refuse, object_pairs_hook=one_of_each)
    return value


ANSWER = read_arguments
