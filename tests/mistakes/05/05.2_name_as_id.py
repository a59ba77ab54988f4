CHECK = "05.2"
EXPECT = "Take `call.id`. Two calls"


def answer_part(call, result):
    answer = types.FunctionResponse(name=call.name)
    # which call is it?
    answer.id = call.name
    # what did the tool give?
    answer.response = result
    return types.Part(function_response=answer)


ANSWER = answer_part
