CHECK = "06.4"
EXPECT = "Nothing came back"


def answer_with_source(question, search):
    results = search(question)
    quote = sentences(results[0]["text"])[0]


ANSWER = answer_with_source
