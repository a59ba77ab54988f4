CHECK = "05.3"
EXPECT = "One call, one result, one part"


def join_answers(calls, run):
    parts = []
    # join: one part for each call
    results = [run(call.name, call.args) for call in calls]
    for call in calls:
        parts.append(answer_part(call, results[-1]))
    return types.Content(role="user", parts=parts)


ANSWER = join_answers
