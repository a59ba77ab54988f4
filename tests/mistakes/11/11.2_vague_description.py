CHECK = "11.2"
EXPECT = 'The model did not choose'

def my_registry():
    registry = ToolRegistry([Tool(attendance, description="College helper."), calculator])
    registry.add(mail_teacher, needs_approval=True)
    return registry

ANSWER = my_registry
