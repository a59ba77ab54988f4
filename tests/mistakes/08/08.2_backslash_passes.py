CHECK = "08.2"
EXPECT = "On Windows a backslash"


def is_plain(path):
    if not path or path.startswith("/"):
        return False
    if ":" in path or any(c < " " for c in path):
        return False
    for name in path.split("/"):
        if name == "..":
            return False
    return True


ANSWER = is_plain
