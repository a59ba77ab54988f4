CHECK = "10.5"
EXPECT = "Permission came from a document. Only the user's message counts."


def my_defence(call, run):
    if call.name in READING:
        return True
    for message in run.messages:
        if message["role"] == "tool" and "student" in message["content"]:
            return True
    return "Nobody approved this."


ANSWER = my_defence
