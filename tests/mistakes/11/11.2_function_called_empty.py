CHECK = "11.2"
EXPECT = 'without brackets'

def my_registry():
    registry = ToolRegistry([attendance(), calculator])
    registry.add(mail_teacher, needs_approval=True)
    return registry

ANSWER = my_registry
