CHECK = "10.5"
EXPECT = 'Your code stopped here.'


def my_defence(call, run):
    raise RuntimeError("no")


ANSWER = my_defence
