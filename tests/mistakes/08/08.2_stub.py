CHECK = "08.2"
EXPECT = "A gap is still open"


def is_plain(path):
    ...  # YOUR CODE HERE
    for name in path.split("/"):
        ...  # YOUR CODE HERE
    return True


ANSWER = is_plain
