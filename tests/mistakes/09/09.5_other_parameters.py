CHECK = "09.5"
EXPECT = 'The contract names the parameters'


def my_rule(tool, values):
    return True


ANSWER = my_rule
