CHECK = "03.2"
EXPECT = "NaN came through"


def read_arguments(text):
    if "NaN" in text:
        raise ValueError("NaN")
    if not text.strip():
        return {}
    value = json.loads(text, object_pairs_hook=one_of_each)
    if not isinstance(value, dict):
        raise ValueError("no object")
    return value


ANSWER = read_arguments
