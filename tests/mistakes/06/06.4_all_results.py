CHECK = "06.4"
EXPECT = "Results come best first"


def answer_with_source(question, search):
    results = search(question)
    if not results:
        return "The notes do not cover this."
    return " ".join(f'{sentences(one["text"])[0]} ({one["source"]})' for one in results)


ANSWER = answer_with_source
