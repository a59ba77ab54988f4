CHECK = "08.2"
EXPECT = "the wrong way round"


def is_plain(path):
    return ".." in path.split("/")


ANSWER = is_plain
