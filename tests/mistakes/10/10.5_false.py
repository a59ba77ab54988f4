CHECK = "10.5"
EXPECT = 'Return `True` itself for a yes, and a text with the reason for a no.'


def my_defence(call, run):
    if call.name in READING:
        return True
    asked = " ".join(one["content"] for one in run.messages if one["role"] == "user")
    if not any(verb in asked.lower() for verb in VERBS.get(call.name, ())):
        return False
    wanted = texts(call.arguments)
    if not wanted or not all(text in asked for text in wanted):
        return False
    return True


ANSWER = my_defence
