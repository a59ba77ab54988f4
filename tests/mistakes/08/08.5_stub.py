CHECK = "08.5"
EXPECT = "A gap is still open"


def approve(call):
    ...  # YOUR CODE HERE


ANSWER = approve
