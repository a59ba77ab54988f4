CHECK = "06.4"
EXPECT = "Quote one sentence, not the whole passage"


def answer_with_source(question, search):
    results = search(question)
    if not results:
        return "The notes do not cover this."
    best = results[0]
    quote = best["text"]
    return f'"{quote}" ({best["source"]})'


ANSWER = answer_with_source
