CHECK = "08.2"
EXPECT = "Give the function itself"


def is_plain(path):
    return True


ANSWER = is_plain("main.py")
