CHECK = "05.3"
EXPECT = "Call `run` with the name and the args of each call"


def join_answers(calls, run):
    parts = []
    # join: one part for each call
    results = {}
    for call in calls:
        if call.name not in results:
            results[call.name] = run(call.name, call.args)
        parts.append(answer_part(call, results[call.name]))
    return types.Content(role="user", parts=parts)


ANSWER = join_answers
