CHECK = "09.5"
EXPECT = 'Your code printed the answer'


def my_rule(name, arguments):
    print(name not in READING)


ANSWER = my_rule
