CHECK = "11.2"
EXPECT = 'Make the registry inside'

registry = ToolRegistry()

def my_registry():
    registry = globals()["registry"]
    registry.add(mail_teacher, needs_approval=True)
    registry.add(attendance)
    registry.add(calculator)
    return registry

ANSWER = my_registry
