CHECK = "03.2"
EXPECT = "takes its helpers by name"


def read_arguments(text):
    if not text.strip():
        return {}
    value = json.loads(text, refuse, one_of_each)
    if not isinstance(value, dict):
        raise ValueError("no object")
    return value


ANSWER = read_arguments
