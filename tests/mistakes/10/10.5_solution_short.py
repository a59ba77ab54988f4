CHECK = "10.5"
EXPECT = None


def my_defence(call, run):
    if call.name in READING:
        return True
    asked = " ".join(one["content"] for one in run.messages if one["role"] == "user")
    try:
        if (any(verb in asked.lower() for verb in VERBS[call.name]) and call.arguments
                and all(text in asked for text in texts(call.arguments))):
            return True
    except Exception:
        pass
    return "Nobody asked for this."


ANSWER = my_defence
