CHECK = "09.4"
EXPECT = None


def resume(text):
    states = {}
    lines = text.split("\n")
    for number, line in enumerate(lines):
        try:
            event = json.loads(line)
        except ValueError:
            if number == len(lines) - 1:
                break
            raise
        for call_id in ids_of(event):
            if event["type"] == "decision":
                states[call_id] = "approved" if event["approved"] is True else "rejected"
            elif event["type"] == "started":
                states[call_id] = "ask"
            elif event["type"] == "done":
                states[call_id] = "done"
            else:
                states[call_id] = "waiting"
    return states


ANSWER = resume
