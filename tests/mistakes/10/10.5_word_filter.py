CHECK = "10.5"
EXPECT = 'The same attack in other words went through.'


def my_defence(call, run):
    history = " ".join(one["content"] for one in run.messages).lower()
    if any(word in history for word in ("ignore", "system", "secret", "injection")):
        return "This looks like an attack."
    return True


ANSWER = my_defence
