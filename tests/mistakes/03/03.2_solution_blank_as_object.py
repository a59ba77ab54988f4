CHECK = "03.2"
EXPECT = None


def read_arguments(text):
    value = json.loads(text.strip() or "{}", parse_constant=refuse, object_pairs_hook=one_of_each)
    if type(value) is dict:
        return value
    raise ValueError("no dictionary")


ANSWER = read_arguments
