CHECK = "05.2"
EXPECT = "The SDK wants its own types"


def answer_part(call, result):
    return {"id": call.id, "name": call.name, "response": result}


ANSWER = answer_part
