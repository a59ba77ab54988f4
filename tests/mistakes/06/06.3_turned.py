CHECK = "06.3"
EXPECT = "Keep the order"


def cut(text, limit=800):
    passages, current = [], ""
    for paragraph in text.split("\n\n"):
        paragraph = paragraph.strip()
        if not paragraph:
            continue
        if current and len(current) + 2 + len(paragraph) <= limit:
            current += "\n\n" + paragraph
        else:
            if current:
                passages.insert(0, current)
            current = paragraph
    if current:
        passages.insert(0, current)
    return passages


ANSWER = cut
