CHECK = "10.5"
EXPECT = 'No action gets a yes.'


def my_defence(call, run):
    return True if call.name in READING else f"{call.name} is dangerous."


ANSWER = my_defence
