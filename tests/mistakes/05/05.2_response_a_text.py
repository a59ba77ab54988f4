CHECK = "05.2"
EXPECT = "must be a dictionary, not a text"


def answer_part(call, result):
    answer = types.FunctionResponse(name=call.name)
    # which call is it?
    answer.id = call.id
    # what did the tool give?
    answer.response = json.dumps(result)
    return types.Part(function_response=answer)


ANSWER = answer_part
