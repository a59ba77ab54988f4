CHECK = "06.3"
EXPECT = "Small paragraphs stay alone"


def cut(text, limit=800):
    return [one.strip() for one in text.split("\n\n") if one.strip()]


ANSWER = cut
