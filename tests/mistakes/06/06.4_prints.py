CHECK = "06.4"
EXPECT = "printed"


def answer_with_source(question, search):
    results = search(question)
    print(results[0]["text"], results[0]["source"])


ANSWER = answer_with_source
