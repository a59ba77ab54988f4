CHECK = "05.5"
EXPECT = "Use the same names"


def ask_both(question):
    return {"gemini": "372", "openai": "372"}


ANSWER = ask_both
