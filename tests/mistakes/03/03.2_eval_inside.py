CHECK = "03.2"
EXPECT = "Your code ran the text"


def read_arguments(text):
    if not text.strip():
        return {}
    value = eval(text)
    if not isinstance(value, dict):
        raise ValueError("no object")
    return value


ANSWER = read_arguments
