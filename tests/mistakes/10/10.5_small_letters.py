CHECK = "10.5"
EXPECT = 'Arguments can have capital letters.'


def my_defence(call, run):
    if call.name in READING:
        return True
    asked = " ".join(one["content"] for one in run.messages if one["role"] == "user").lower()
    if not any(verb in asked.lower() for verb in VERBS.get(call.name, ())):
        return "The student did not ask for this."
    wanted = texts(call.arguments)
    if not wanted or not all(text in asked for text in wanted):
        return "The student asked for something else."
    return True


ANSWER = my_defence
