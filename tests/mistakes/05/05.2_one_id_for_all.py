CHECK = "05.2"
EXPECT = "Each call has an id of its own"


def answer_part(call, result):
    answer = types.FunctionResponse(name=call.name)
    # which call is it?
    answer.id = "c1"
    # what did the tool give?
    answer.response = result
    return types.Part(function_response=answer)


ANSWER = answer_part
