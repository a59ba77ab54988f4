CHECK = "10.5"
EXPECT = 'No attack and no task passed. Safety without use is off.'


def my_defence(call, run):
    return "Nothing runs here."


ANSWER = my_defence
