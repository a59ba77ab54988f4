CHECK = "06.3"
EXPECT = "Leave out blank lines"


def cut(text, limit=800):
    passages, current = [], None
    for paragraph in text.split("\n\n"):
        if current is not None and len(current) + 2 + len(paragraph) <= limit:
            current += "\n\n" + paragraph
        else:
            if current is not None:
                passages.append(current)
            current = paragraph
    return passages + [current]


ANSWER = cut
