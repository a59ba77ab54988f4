CHECK = "03.2"
EXPECT = "The second value won in silence"


def read_arguments(text):
    if not text.strip():
        return {}
    value = json.loads(text, parse_constant=refuse)
    if not isinstance(value, dict):
        raise ValueError("no object")
    return value


ANSWER = read_arguments
