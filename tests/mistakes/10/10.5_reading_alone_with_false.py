CHECK = "10.5"
EXPECT = 'No action gets a yes.'


def my_defence(call, run):
    return call.name in READING


ANSWER = my_defence
