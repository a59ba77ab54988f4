CHECK = "03.2"
EXPECT = "A gap is still open"


def read_arguments(text):
    if not text.strip():
        return {}
    value = json.loads(text, parse_constant=refuse, object_pairs_hook=one_of_each)
    ...  # YOUR CODE HERE


ANSWER = read_arguments
