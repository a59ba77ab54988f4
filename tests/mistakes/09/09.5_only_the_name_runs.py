CHECK = "09.5"
EXPECT = 'Two writes differ by their path'


def my_rule(name, arguments):
    return name not in READING and name != "write_file"


ANSWER = my_rule
