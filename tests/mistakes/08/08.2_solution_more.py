CHECK = "08.2"
EXPECT = None


def is_plain(path):
    if not path or path[0] == "/" or not path.isprintable():
        return False
    return not set(path) & set("\\:*?") and ".." not in path.split("/")


ANSWER = is_plain
