CHECK = "05.3"
EXPECT = "The SDK wants its own types"


def join_answers(calls, run):
    parts = [answer_part(call, run(call.name, call.args)) for call in calls]
    return {"role": "user", "parts": parts}


ANSWER = join_answers
