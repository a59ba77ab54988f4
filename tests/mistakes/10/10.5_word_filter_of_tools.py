CHECK = "10.5"
EXPECT = 'The same attack in other words went through.'


def my_defence(call, run):
    for message in run.messages:
        if message["role"] == "tool" and "ignore" in message["content"]:
            return "This looks like an attack."
    return True


ANSWER = my_defence
