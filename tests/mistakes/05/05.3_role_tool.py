CHECK = "05.3"
EXPECT = "Answers have role `user`"


def join_answers(calls, run):
    parts = []
    # join: one part for each call
    for call in calls:
        result = run(call.name, call.args)
        parts.append(answer_part(call, result))
    return types.Content(role="tool", parts=parts)


ANSWER = join_answers
