CHECK = "09.5"
EXPECT = 'Reading changes nothing'


def my_rule(name, arguments):
    return True


ANSWER = my_rule
