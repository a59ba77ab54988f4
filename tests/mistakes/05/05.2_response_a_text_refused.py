CHECK = "05.2"
EXPECT = "must be a dictionary, not a text"


def answer_part(call, result):
    return types.Part(function_response=types.FunctionResponse(
        id=call.id, name=call.name, response=str(result)))


ANSWER = answer_part
