CHECK = "05.3"
EXPECT = "No answer is in it"


def join_answers(calls, run):
    parts = []
    # join: one part for each call
    for call in calls:
        answer_part(call, run(call.name, call.args))
    return types.Content(role="user", parts=parts)


ANSWER = join_answers
