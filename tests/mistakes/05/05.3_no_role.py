CHECK = "05.3"
EXPECT = "Answers have role `user`"


def join_answers(calls, run):
    return types.Content(parts=[answer_part(call, run(call.name, call.args))
                                for call in calls])


ANSWER = join_answers
