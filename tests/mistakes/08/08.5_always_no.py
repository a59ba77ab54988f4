CHECK = "08.5"
EXPECT = "This call belongs to the repair"


def approve(call):
    return "I do not know this call."


ANSWER = approve
