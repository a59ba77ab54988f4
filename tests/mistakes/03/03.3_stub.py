CHECK = "03.3"
EXPECT = "A gap is still open"


def argument_problems(arguments, schema):
    ...  # YOUR CODE HERE


ANSWER = argument_problems
