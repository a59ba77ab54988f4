CHECK = "06.3"
EXPECT = "A gap is still open"


def cut(text, limit=800):
    ...  # YOUR CODE HERE


ANSWER = cut
