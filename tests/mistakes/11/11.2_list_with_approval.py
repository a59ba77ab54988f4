CHECK = "11.2"
EXPECT = 'Add the mail alone'

def my_registry():
    return ToolRegistry([attendance, calculator, mail_teacher], needs_approval=True)

ANSWER = my_registry
