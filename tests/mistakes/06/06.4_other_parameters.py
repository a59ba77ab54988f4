CHECK = "06.4"
EXPECT = "Use the same names"


def answer_with_source(text, search):
    return ""


ANSWER = answer_with_source
