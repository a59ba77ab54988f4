CHECK = "03.2"
EXPECT = "An empty or blank text means"


def read_arguments(text):
    if text == "":
        return {}
    value = json.loads(text, parse_constant=refuse, object_pairs_hook=one_of_each)
    if not isinstance(value, dict):
        raise ValueError("no object")
    return value


ANSWER = read_arguments
