CHECK = "08.2"
EXPECT = "Take this path by hand"


def is_plain(path):
    if not path or path.startswith("/"):
        return False
    if any(character in "\\:" or character < " " for character in path):
        return False
    if "." in path:
        return False
    for name in path.split("/"):
        if name == "..":
            return False
    return True


ANSWER = is_plain
