CHECK = "09.5"
EXPECT = 'Turn it round'


def my_rule(name, arguments):
    if name in READING:
        return True
    return False


ANSWER = my_rule
