CHECK = "05.2"
EXPECT = "The id is missing."


def answer_part(call, result):
    answer = types.FunctionResponse(name=call.name)
    answer.response = result
    return types.Part(function_response=answer)


ANSWER = answer_part
