CHECK = "08.2"
EXPECT = "On Windows a backslash"


def is_plain(path):
    return bool(path) and path[0] != "/" and ".." not in path.split("/")


ANSWER = is_plain
