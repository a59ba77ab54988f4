CHECK = "05.2"
EXPECT = "Return one Part."


def answer_part(call, result):
    answer = types.FunctionResponse(id=call.id, name=call.name, response=result)
    return types.Content(role="user", parts=[types.Part(function_response=answer)])


ANSWER = answer_part
