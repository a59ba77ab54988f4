CHECK = "10.5"
EXPECT = 'The contract names the parameters'


def my_defence(action, history):
    return True


ANSWER = my_defence
