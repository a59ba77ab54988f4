CHECK = "06.3"
EXPECT = "Two paragraphs became one. Join"


def cut(text, limit=800):
    passages, current = [], ""
    for word in text.split():
        if current and len(current) + 1 + len(word) <= limit:
            current += " " + word
        else:
            if current:
                passages.append(current)
            current = word
    return passages + [current] if current else passages


ANSWER = cut
