CHECK = "05.2"
EXPECT = "Use the same names"


def answer_part(c, r):
    return types.Part(function_response=types.FunctionResponse(
        id=c.id, name=c.name, response=r))


ANSWER = answer_part
