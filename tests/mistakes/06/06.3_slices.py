CHECK = "06.3"
EXPECT = "A word was cut in two"


def cut(text, limit=800):
    return [text[start:start + limit] for start in range(0, len(text), limit)]


ANSWER = cut
