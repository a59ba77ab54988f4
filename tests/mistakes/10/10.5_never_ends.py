CHECK = "10.5"
EXPECT = 'Your code did not stop.'


def my_defence(call, run):
    while True:
        pass


ANSWER = my_defence
