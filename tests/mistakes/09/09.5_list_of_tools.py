CHECK = "09.5"
EXPECT = 'What none allows must wait'


def my_rule(name, arguments):
    return name in ("write_file", "run_python_file")


ANSWER = my_rule
