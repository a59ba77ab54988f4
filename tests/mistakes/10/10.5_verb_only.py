CHECK = "10.5"
EXPECT = 'The student named another file. Compare each argument with the message.'


def my_defence(call, run):
    if call.name in READING:
        return True
    asked = " ".join(one["content"] for one in run.messages if one["role"] == "user")
    if not any(verb in asked.lower() for verb in VERBS.get(call.name, ())):
        return "The student did not ask for this."
    return True


ANSWER = my_defence
