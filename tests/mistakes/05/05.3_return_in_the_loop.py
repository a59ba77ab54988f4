CHECK = "05.3"
EXPECT = "One call has no answer"


def join_answers(calls, run):
    parts = []
    for call in calls:
        parts.append(answer_part(call, run(call.name, call.args)))
        return types.Content(role="user", parts=parts)


ANSWER = join_answers
