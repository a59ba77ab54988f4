CHECK = "05.3"
EXPECT = "One call has no answer"


def join_answers(calls, run):
    parts = []
    # join: one part for each call
    for call in calls:
        result = run(call.name, call.args)
    parts.append(answer_part(call, result))
    return types.Content(role="user", parts=parts)


ANSWER = join_answers
