CHECK = "06.3"
EXPECT = "Follow this case by hand"


def cut(text, limit=800):
    return [len(one) for one in text.split("\n\n")]


ANSWER = cut
