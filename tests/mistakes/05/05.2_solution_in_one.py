CHECK = "05.2"
EXPECT = None


def answer_part(call, result):
    return types.Part(function_response=types.FunctionResponse(
        id=call.id, name=call.name, response=result))


ANSWER = answer_part
