CHECK = "11.2"
EXPECT = 'Build a `ToolRegistry`'

def my_registry():
    return [attendance, calculator, mail_teacher]

ANSWER = my_registry
