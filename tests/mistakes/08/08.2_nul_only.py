CHECK = "08.2"
EXPECT = "Control characters"


def is_plain(path):
    if not path or path.startswith("/"):
        return False
    if any(c in "\\:\0" for c in path):
        return False
    for name in path.split("/"):
        if name == "..":
            return False
    return True


ANSWER = is_plain
