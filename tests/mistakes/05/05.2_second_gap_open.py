CHECK = "05.2"
EXPECT = "A gap is still open"


def answer_part(call, result):
    answer = types.FunctionResponse(name=call.name)
    # which call is it?
    answer.id = call.id
    # what did the tool give?
    ...  # YOUR CODE HERE
    return types.Part(function_response=answer)


ANSWER = answer_part
