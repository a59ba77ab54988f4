CHECK = "05.5"
EXPECT = "A gap is still open"


def ask_both(question, server):
    ...  # YOUR CODE HERE


ANSWER = ask_both
