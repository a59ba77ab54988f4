CHECK = "09.4"
EXPECT = 'The last whole line is lost'


def resume(text):
    plain = {"message": "waiting", "started": "ask", "done": "done"}
    lines = text.removesuffix("\n").split("\n")[:-1]
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
