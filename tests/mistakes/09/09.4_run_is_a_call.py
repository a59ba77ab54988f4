CHECK = "09.4"
EXPECT = 'The first line names the run'


def resume(text):
    plain = {"message": "waiting", "started": "ask", "done": "done", "run": "waiting"}
    *lines, torn = text.split("\n")
    states = {}
    for line in lines:
        event = json.loads(line)
        for call_id in ids_of(event) or [event["id"]] if "id" in event or ids_of(event) else []:
            if event["type"] == "decision":
                states[call_id] = "approved" if event["approved"] is True else "rejected"
            else:
                states[call_id] = plain[event["type"]]
    return states


ANSWER = resume
