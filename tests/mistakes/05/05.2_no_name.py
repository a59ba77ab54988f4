CHECK = "05.2"
EXPECT = "The answer names its function too"


def answer_part(call, result):
    return types.Part(function_response=types.FunctionResponse(
        id=call.id, response=result))


ANSWER = answer_part
