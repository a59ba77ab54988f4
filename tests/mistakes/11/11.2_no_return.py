CHECK = "11.2"
EXPECT = 'Return the registry.'

def my_registry():
    registry = ToolRegistry([attendance, calculator])
    registry.add(mail_teacher, needs_approval=True)

ANSWER = my_registry
