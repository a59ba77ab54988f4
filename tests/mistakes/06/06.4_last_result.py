CHECK = "06.4"
EXPECT = "Results come best first"


def answer_with_source(question, search):
    results = search(question)
    if not results:
        return "The notes do not cover this."
    best = results[-1]
    quote = sentences(best["text"])[0]
    return f'"{quote}" ({best["source"]})'


ANSWER = answer_with_source
