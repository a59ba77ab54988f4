CHECK = "10.5"
EXPECT = 'A no is a text with the reason: the model reads it.'


def my_defence(call, run):
    if call.name in READING:
        return True
    asked = " ".join(one["content"] for one in run.messages if one["role"] == "user")
    if not any(verb in asked.lower() for verb in VERBS.get(call.name, ())):
        return ""
    wanted = texts(call.arguments)
    if not wanted or not all(text in asked for text in wanted):
        return ""
    return True


ANSWER = my_defence
