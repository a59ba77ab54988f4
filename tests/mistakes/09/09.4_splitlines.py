CHECK = "09.4"
EXPECT = 'Split at `\\n`'


def resume(text):
    plain = {"message": "waiting", "started": "ask", "done": "done"}
    lines = text.splitlines() if text.endswith("\n") or not text else text.splitlines()[:-1]
    states = {}
    for line in lines:
        event = json.loads(line)
        for call_id in ids_of(event):
            if event["type"] == "decision":
                states[call_id] = "approved" if event["approved"] is True else "rejected"
            else:
                states[call_id] = plain[event["type"]]
    return states


ANSWER = resume
