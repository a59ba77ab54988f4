CHECK = "05.3"
EXPECT = "`run` takes two values"


def join_answers(calls, run):
    parts = []
    # join: one part for each call
    for call in calls:
        parts.append(answer_part(call, run(call)))
    return types.Content(role="user", parts=parts)


ANSWER = join_answers
