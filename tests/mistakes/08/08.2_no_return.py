CHECK = "08.2"
EXPECT = "Nothing came back"


def is_plain(path):
    if path.startswith("/") or ".." in path.split("/"):
        return False


ANSWER = is_plain
