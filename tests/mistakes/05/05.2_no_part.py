CHECK = "05.2"
EXPECT = "Wrap the FunctionResponse"


def answer_part(call, result):
    answer = types.FunctionResponse(name=call.name)
    answer.id = call.id
    answer.response = result
    return answer


ANSWER = answer_part
