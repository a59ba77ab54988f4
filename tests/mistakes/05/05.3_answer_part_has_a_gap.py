CHECK = "05.3"
EXPECT = "A gap is still open"


def answer_part(call, result):
    answer = types.FunctionResponse(name=call.name)
    ...  # YOUR CODE HERE
    ...  # YOUR CODE HERE
    return types.Part(function_response=answer)


def join_answers(calls, run):
    parts = []
    for call in calls:
        parts.append(answer_part(call, run(call.name, call.args)))
    return types.Content(role="user", parts=parts)


ANSWER = join_answers
