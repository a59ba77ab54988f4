CHECK = "06.3"
EXPECT = "into one text"


def cut(text, limit=800):
    passages, current = [], []
    for paragraph in text.split("\n\n"):
        if len("\n\n".join(current + [paragraph])) <= limit:
            current.append(paragraph)
        else:
            passages.append(current)
            current = [paragraph]
    return passages + [current]


ANSWER = cut
