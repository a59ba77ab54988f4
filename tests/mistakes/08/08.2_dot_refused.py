CHECK = "08.2"
EXPECT = "Refuse only what stands in the contract"


def is_plain(path):
    if not path or path.startswith("/"):
        return False
    if any(character in "\\:" or character < " " for character in path):
        return False
    for name in path.split("/"):
        if name.startswith("."):
            return False
    return True


ANSWER = is_plain
