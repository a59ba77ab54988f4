CHECK = "08.2"
EXPECT = "does not hold here"


def is_plain(path):
    if not path or path.startswith("/"):
        return False
    if any(character in "\\:" or character < " " for character in path):
        return False
    for name in path.split("/"):
        assert name != ".."
    return True


ANSWER = is_plain
