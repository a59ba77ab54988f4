CHECK = "05.3"
EXPECT = "must be what `answer_part` returns"


def join_answers(calls, run):
    parts = []
    # join: one part for each call
    for call in calls:
        run(call.name, call.args)
        parts.append(types.Part(function_call=call))
    return types.Content(role="user", parts=parts)


ANSWER = join_answers
