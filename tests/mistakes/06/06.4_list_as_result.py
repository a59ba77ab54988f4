CHECK = "06.4"
EXPECT = "Take its first result"


def answer_with_source(question, search):
    results = search(question)
    return results["text"] + results["source"]


ANSWER = answer_with_source
