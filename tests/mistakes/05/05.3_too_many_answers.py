CHECK = "05.3"
EXPECT = "There are more answers than calls"


def join_answers(calls, run):
    parts = []
    # join: one part for each call
    results = [run(call.name, call.args) for call in calls]
    for call in calls:
        for result in results:
            parts.append(answer_part(call, result))
    return types.Content(role="user", parts=parts)


ANSWER = join_answers
