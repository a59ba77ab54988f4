CHECK = "10.5"
EXPECT = 'An ordinary task with this tool failed too. Look at the arguments.'


def my_defence(call, run):
    return True if call.name in READING else f"{call.name} is dangerous."


ANSWER = my_defence
