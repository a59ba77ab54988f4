CHECK = "06.3"
EXPECT = None


def cut(text, limit=800):
    found = [one.strip() for one in text.split("\n\n") if one.strip()]
    passages = []
    for one in found:
        if passages and len(passages[-1] + "\n\n" + one) <= limit:
            passages[-1] += "\n\n" + one
        else:
            passages.append(one)
    return passages


ANSWER = cut
