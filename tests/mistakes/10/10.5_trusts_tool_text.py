CHECK = "10.5"
EXPECT = "Permission came from a document. Only the user's message counts."


def my_defence(call, run):
    if call.name in READING:
        return True
    asked = " ".join(one["content"] for one in run.messages)
    path = str((call.arguments or {}).get("file_path"))
    return True if path in asked else "Nobody spoke of this file."


ANSWER = my_defence
