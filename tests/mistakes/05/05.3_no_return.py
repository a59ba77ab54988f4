CHECK = "05.3"
EXPECT = "Nothing came back"


def join_answers(calls, run):
    parts = [answer_part(call, run(call.name, call.args)) for call in calls]


ANSWER = join_answers
