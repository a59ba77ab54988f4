CHECK = "09.5"
EXPECT = 'A gap is still open'


def my_rule(name, arguments):
    ...  # YOUR CODE HERE


ANSWER = my_rule
