CHECK = "05.3"
EXPECT = "Keep the order of the calls"


def join_answers(calls, run):
    parts = []
    # join: one part for each call
    for call in reversed(calls):
        parts.append(answer_part(call, run(call.name, call.args)))
    return types.Content(role="user", parts=parts)


ANSWER = join_answers
