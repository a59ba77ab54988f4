CHECK = "05.2"
EXPECT = "This is a Part with a text"


def answer_part(call, result):
    return types.Part(text=json.dumps(result))


ANSWER = answer_part
