CHECK = "05.2"
EXPECT = "The response is missing"


def answer_part(call, result):
    answer = types.FunctionResponse(name=call.name)
    answer.id = call.id
    return types.Part(function_response=answer)


ANSWER = answer_part
