CHECK = "04.3"
EXPECT = "The contract names the parameters"

def answer_calls(reply, dispatcher):
    return []

ANSWER = answer_calls
