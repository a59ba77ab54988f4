CHECK = "05.3"
EXPECT = "No tool ran"


def join_answers(calls, run):
    parts = []
    # join: one part for each call
    for call in calls:
        result = json.loads(run_tool(call.name, json.dumps(call.args)))
        parts.append(answer_part(call, result))
    return types.Content(role="user", parts=parts)


ANSWER = join_answers
