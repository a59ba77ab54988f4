CHECK = "10.3"
EXPECT = 'A gap is still open'


def as_data(result, origin):
    marked = {**result, "origin": origin}
    ...  # YOUR CODE HERE


ANSWER = as_data
