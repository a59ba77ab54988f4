CHECK = "06.3"
EXPECT = "Leave out blank lines"


def cut(text, limit=800):
    passages, current = [], ""
    for paragraph in text.split("\n\n"):
        if current and len(current) + 2 + len(paragraph) <= limit:
            current += "\n\n" + paragraph
        else:
            if current:
                passages.append(current)
            current = paragraph
    if current:
        passages.append(current)
    return passages


ANSWER = cut
