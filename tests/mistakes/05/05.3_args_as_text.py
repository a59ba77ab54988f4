CHECK = "05.3"
EXPECT = "`args` is a dictionary already"


def join_answers(calls, run):
    parts = []
    # join: one part for each call
    for call in calls:
        parts.append(answer_part(call, run(call.name, json.dumps(call.args))))
    return types.Content(role="user", parts=parts)


ANSWER = join_answers
