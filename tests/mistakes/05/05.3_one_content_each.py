CHECK = "05.3"
EXPECT = "All answers of a turn go into one content"


def join_answers(calls, run):
    return [types.Content(role="user", parts=[answer_part(call, run(call.name, call.args))])
            for call in calls]


ANSWER = join_answers
