CHECK = "05.2"
EXPECT = "Nothing came back"


def answer_part(call, result):
    answer = types.FunctionResponse(id=call.id, name=call.name, response=result)
    part = types.Part(function_response=answer)


ANSWER = answer_part
