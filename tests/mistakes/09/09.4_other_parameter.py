CHECK = "09.4"
EXPECT = 'The contract names the parameters'


def resume(file):
    plain = {"message": "waiting", "started": "ask", "done": "done"}
    *lines, torn = file.split("\n")
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
