CHECK = "08.2"
EXPECT = "Answer True or False. The caller raises"


def is_plain(path):
    if not path or path.startswith("/"):
        return False
    if any(character in "\\:" or character < " " for character in path):
        return False
    for name in path.split("/"):
        if name == "..":
            raise ValueError("no")
    return True


ANSWER = is_plain
