CHECK = "06.4"
EXPECT = "A gap is still open"


def answer_with_source(question, search):
    ...  # YOUR CODE HERE


ANSWER = answer_with_source
