CHECK = "08.5"
EXPECT = "A write to tests.py"


def approve(call):
    return True


ANSWER = approve
