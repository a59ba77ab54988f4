CHECK = "08.2"
EXPECT = "Use `return` instead of `print`"


def is_plain(path):
    print(".." not in path.split("/"))


ANSWER = is_plain
