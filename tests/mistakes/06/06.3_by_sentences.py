CHECK = "06.3"
EXPECT = "Use the parameter `limit`"


def cut(text, limit=800):
    return text.split(". ")


ANSWER = cut
