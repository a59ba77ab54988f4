CHECK = "05.2"
EXPECT = "This sends the arguments back"


def answer_part(call, result):
    answer = types.FunctionResponse(name=call.name)
    # which call is it?
    answer.id = call.id
    # what did the tool give?
    answer.response = call.args
    return types.Part(function_response=answer)


ANSWER = answer_part
