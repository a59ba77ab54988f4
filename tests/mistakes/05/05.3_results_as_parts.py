CHECK = "05.3"
EXPECT = "must be what `answer_part` returns"


def join_answers(calls, run):
    parts = []
    # join: one part for each call
    for call in calls:
        parts.append(run(call.name, call.args))
    return types.Content(role="user", parts=parts)


ANSWER = join_answers
