CHECK = "05.2"
EXPECT = "Compare with `answered` in Part 3"


def answer_part(call, result):
    answer = types.FunctionResponse(name="calculator")
    answer.id = call.id
    answer.response = result
    return types.Part(function_response=answer)


ANSWER = answer_part
