CHECK = "09.4"
EXPECT = 'Use `ids_of`'


def resume(text):
    plain = {"message": "waiting", "started": "ask", "done": "done"}
    *lines, torn = text.split("\n")
    states = {}
    for line in lines:
        event = json.loads(line)
        for call_id in [event["id"]]:
            if event["type"] == "decision":
                states[call_id] = "approved" if event["approved"] is True else "rejected"
            else:
                states[call_id] = plain[event["type"]]
    return states


ANSWER = resume
