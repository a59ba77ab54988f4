CHECK = "09.4"
EXPECT = '1 counted as yes'


def resume(text):
    plain = {"message": "waiting", "started": "ask", "done": "done"}
    *lines, torn = text.split("\n")
    states = {}
    for line in lines:
        event = json.loads(line)
        for call_id in ids_of(event):
            if event["type"] == "decision":
                states[call_id] = "approved" if event["approved"] == True else "rejected"
            else:
                states[call_id] = plain[event["type"]]
    return states


ANSWER = resume
