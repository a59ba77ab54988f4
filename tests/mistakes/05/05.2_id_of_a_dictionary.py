CHECK = "05.2"
EXPECT = "The kinds of value do not fit"


def answer_part(call, result):
    answer = types.FunctionResponse(name=call.name)
    # which call is it?
    answer.id = call["id"]
    # what did the tool give?
    answer.response = result
    return types.Part(function_response=answer)


ANSWER = answer_part
