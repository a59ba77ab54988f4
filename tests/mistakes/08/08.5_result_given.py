CHECK = "08.5"
EXPECT = "Give the function itself"


def approve(call):
    return True


ANSWER = approve(None)
