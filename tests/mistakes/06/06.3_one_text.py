CHECK = "06.3"
EXPECT = "Return a list of texts"


def cut(text, limit=800):
    return text


ANSWER = cut
