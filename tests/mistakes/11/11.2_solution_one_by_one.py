CHECK = "11.2"
EXPECT = None

def my_registry():
    registry = ToolRegistry()
    for tool in (attendance, calculator):
        registry.add(tool)
    registry.add(Tool(mail_teacher, needs_approval=True))
    return registry

ANSWER = my_registry
