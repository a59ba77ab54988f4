CHECK = "08.2"
EXPECT = "The contract names the parameters"


def is_plain(text):
    return ".." not in text.split("/")


ANSWER = is_plain
