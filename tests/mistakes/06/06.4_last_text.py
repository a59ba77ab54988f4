CHECK = "06.4"
EXPECT = "same result"


def answer_with_source(question, search):
    results = search(question)
    if not results:
        return "The notes do not cover this."
    best = results[0]
    quote = sentences(results[-1]["text"])[0]
    return f'"{quote}" ({best["source"]})'


ANSWER = answer_with_source
