CHECK = "10.3"
EXPECT = 'A gap is still open'


def as_data(result, origin):
    ...  # YOUR CODE HERE
    ...  # YOUR CODE HERE


ANSWER = as_data
