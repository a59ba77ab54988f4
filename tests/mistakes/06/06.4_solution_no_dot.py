CHECK = "06.4"
EXPECT = None


def answer_with_source(question, search):
    for hit in search(question, k=1):
        return hit["text"].split(".")[0] + " [" + hit["source"] + "]"
    return "I found nothing about this."


ANSWER = answer_with_source
