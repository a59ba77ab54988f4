CHECK = "06.3"
EXPECT = "Two paragraphs became one. Join"


def cut(text, limit=800):
    passages, current = [], ""
    for paragraph in text.split("\n\n"):
        paragraph = paragraph.strip()
        if not paragraph:
            continue
        if current and len(current) + 2 + len(paragraph) <= limit:
            current += "\n" + paragraph
        else:
            if current:
                passages.append(current)
            current = paragraph
    if current:
        passages.append(current)
    return passages


ANSWER = cut
