CHECK = "05.2"
EXPECT = "Use `return` instead of `print`"


def answer_part(call, result):
    answer = types.FunctionResponse(id=call.id, name=call.name, response=result)
    print(types.Part(function_response=answer))


ANSWER = answer_part
