CHECK = "06.3"
EXPECT = "Small paragraphs stay alone"


def cut(text, limit=800):
    return text.split("\n\n")


ANSWER = cut
