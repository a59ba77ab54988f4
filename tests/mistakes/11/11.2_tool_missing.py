CHECK = "11.2"
EXPECT = 'A tool is missing'

def my_registry():
    registry = ToolRegistry([attendance])
    registry.add(mail_teacher, needs_approval=True)
    return registry

ANSWER = my_registry
