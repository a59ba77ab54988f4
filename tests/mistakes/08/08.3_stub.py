CHECK = "08.3"
EXPECT = "A gap is still open"


def read_text(folder, path, limit=10_000):
    ...  # YOUR CODE HERE


ANSWER = read_text
