CHECK = "10.5"
EXPECT = 'Return `True` itself for a yes, and a text with the reason for a no.'


def my_defence(call, run):
    return 1 if call.name in READING else 0


ANSWER = my_defence
