CHECK = "09.4"
EXPECT = 'Only the last line may be torn'


def resume(text):
    plain = {"message": "waiting", "started": "ask", "done": "done"}
    states = {}
    for line in text.split("\n"):
        try:
            event = json.loads(line)
        except ValueError:
            continue
        for call_id in ids_of(event):
            if event["type"] == "decision":
                states[call_id] = "approved" if event["approved"] is True else "rejected"
            else:
                states[call_id] = plain[event["type"]]
    return states


ANSWER = resume
