CHECK = "08.2"
EXPECT = "A gap is still open"


def is_plain(path):
    if not path or path.startswith("/"):
        return False
    if any(character in "\\:" or character < " " for character in path):
        return False
    for name in path.split("/"):
        ...  # YOUR CODE HERE
    return True


ANSWER = is_plain
