CHECK = "05.2"
EXPECT = "A Part with a call is what the model sends"


def answer_part(call, result):
    return types.Part(function_call=call)


ANSWER = answer_part
