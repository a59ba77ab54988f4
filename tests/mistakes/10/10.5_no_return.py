CHECK = "10.5"
EXPECT = 'Nothing came back.'


def my_defence(call, run):
    call.name in READING


ANSWER = my_defence
