CHECK = "11.2"
EXPECT = 'The call of `add` gives the tool back'

def my_registry():
    registry = ToolRegistry([attendance, calculator])
    return registry.add(mail_teacher, needs_approval=True)
    return registry

ANSWER = my_registry
