CHECK = "06.4"
EXPECT = "No hit is a normal case"


def answer_with_source(question, search):
    results = search(question)
    if not results:
        return None
    best = results[0]
    quote = sentences(best["text"])[0]
    return f'"{quote}" ({best["source"]})'


ANSWER = answer_with_source
