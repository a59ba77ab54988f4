CHECK = "10.5"
EXPECT = 'A gap is still open'


def my_defence(call, run):
    ...  # YOUR CODE HERE


ANSWER = my_defence
