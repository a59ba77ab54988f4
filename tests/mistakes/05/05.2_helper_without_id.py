CHECK = "05.2"
EXPECT = "The id is missing."


def answer_part(call, result):
    return types.Part.from_function_response(name=call.name, response=result)


ANSWER = answer_part
