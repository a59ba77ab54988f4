CHECK = "05.3"
EXPECT = None


def join_answers(calls, run):
    parts = [answer_part(call, run(call.name, call.args)) for call in calls]
    return types.Content(role="user", parts=parts)


ANSWER = join_answers
