CHECK = "06.4"
EXPECT = "Search for the words of the parameter"


def answer_with_source(question, search):
    results = search("What is BCNF?")
    if not results:
        return "The notes do not cover this."
    best = results[0]
    quote = sentences(best["text"])[0]
    return f'"{quote}" ({best["source"]})'


ANSWER = answer_with_source
