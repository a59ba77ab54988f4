CHECK = "09.4"
EXPECT = 'Split at `\\n`'


def resume(text):
    plain = {"message": "waiting", "started": "ask", "done": "done"}
    states, lines = {}, text.splitlines()
    for line in lines:
        try:
            event = json.loads(line)
        except ValueError:
            break
        for call_id in ids_of(event):
            if event["type"] == "decision":
                states[call_id] = "approved" if event["approved"] is True else "rejected"
            else:
                states[call_id] = plain[event["type"]]
    return states


ANSWER = resume
