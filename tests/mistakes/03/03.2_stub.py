CHECK = "03.2"
EXPECT = "A gap is still open"


def read_arguments(text):
    # parse: rules 1 to 3
    ...  # YOUR CODE HERE
    # parse: rule 4, then return the dictionary
    ...  # YOUR CODE HERE


ANSWER = read_arguments
