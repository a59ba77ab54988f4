CHECK = "07.2"
EXPECT = "A gap is still open"


def problems(question):
    # validate: rules 1 to 4
    ...  # YOUR CODE HERE


ANSWER = problems
