CHECK = "09.5"
EXPECT = 'Answer True or False'


def my_rule(name, arguments):
    return "no" if name in READING else "yes"


ANSWER = my_rule
