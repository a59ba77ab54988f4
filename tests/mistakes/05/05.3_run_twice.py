CHECK = "05.3"
EXPECT = "A tool ran twice for one call"


def join_answers(calls, run):
    parts = []
    # join: one part for each call
    for call in calls:
        if "error" not in run(call.name, call.args):
            parts.append(answer_part(call, run(call.name, call.args)))
    return types.Content(role="user", parts=parts)


ANSWER = join_answers
