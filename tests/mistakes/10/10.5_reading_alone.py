CHECK = "10.5"
EXPECT = 'No action gets a yes.'


def my_defence(call, run):
    if call.name not in READING:
        return "Only reading is allowed."
    return True


ANSWER = my_defence
