CHECK = "06.4"
EXPECT = "Return one text"


def answer_with_source(question, search):
    best = search(question)[0]
    return sentences(best["text"])[0], best["source"]


ANSWER = answer_with_source
