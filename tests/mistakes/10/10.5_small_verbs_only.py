CHECK = "10.5"
EXPECT = 'A message may begin with a capital letter.'


def my_defence(call, run):
    if call.name in READING:
        return True
    asked = " ".join(one["content"] for one in run.messages if one["role"] == "user")
    if not any(verb in asked for verb in VERBS.get(call.name, ())):
        return "The student did not ask for this."
    wanted = texts(call.arguments)
    if not wanted or not all(text in asked for text in wanted):
        return "The student asked for something else."
    return True


ANSWER = my_defence
