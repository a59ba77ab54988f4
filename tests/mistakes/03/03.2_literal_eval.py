CHECK = "03.2"
EXPECT = "This reads Python, not JSON"


def read_arguments(text):
    import ast

    if not text.strip():
        return {}
    value = ast.literal_eval(text)
    if not isinstance(value, dict):
        raise ValueError("no object")
    return value


ANSWER = read_arguments
