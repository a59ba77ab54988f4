CHECK = "11.2"
EXPECT = 'Only the mail waits'

def my_registry():
    registry = ToolRegistry()
    for tool in (attendance, calculator, mail_teacher):
        registry.add(tool, needs_approval=True)
    return registry

ANSWER = my_registry
