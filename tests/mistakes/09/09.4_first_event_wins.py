CHECK = "09.4"
EXPECT = 'Let it overwrite'


def resume(text):
    plain = {"message": "waiting", "started": "ask", "done": "done"}
    *lines, torn = text.split("\n")
    states = {}
    for line in lines:
        event = json.loads(line)
        for call_id in ids_of(event):
            if event["type"] == "decision":
                states.setdefault(call_id, "approved")
            else:
                states.setdefault(call_id, plain[event["type"]])
    return states


ANSWER = resume
