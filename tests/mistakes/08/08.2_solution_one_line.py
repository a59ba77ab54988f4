CHECK = "08.2"
EXPECT = None


def is_plain(path):
    return bool(path) and path[0] != "/" and ".." not in path.split("/") and all(
        c >= " " and c not in "\\:" for c in path)


ANSWER = is_plain
