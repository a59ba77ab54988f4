CHECK = "11.2"
EXPECT = 'Two tools share a name'

def my_registry():
    registry = ToolRegistry([attendance, calculator, attendance])
    registry.add(mail_teacher, needs_approval=True)
    return registry

ANSWER = my_registry
