CHECK = "08.2"
EXPECT = "An empty path is the folder"


def is_plain(path):
    if path.startswith("/"):
        return False
    if any(character in "\\:" or character < " " for character in path):
        return False
    for name in path.split("/"):
        if name == "..":
            return False
    return True


ANSWER = is_plain
