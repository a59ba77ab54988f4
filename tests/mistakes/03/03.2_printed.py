CHECK = "03.2"
EXPECT = "Use `return` instead of `print`"


def read_arguments(text):
    if not text.strip():
        return {}
    value = json.loads(text, parse_constant=refuse, object_pairs_hook=one_of_each)
    print(value)


ANSWER = read_arguments
