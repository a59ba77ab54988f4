CHECK = "06.3"
EXPECT = "Use the same names"


def cut(page, limit=800):
    return []


ANSWER = cut
