CHECK = "11.2"
EXPECT = 'Mail must wait'

def my_registry():
    registry = ToolRegistry([attendance, calculator])
    registry.add(mail_teacher)
    return registry

ANSWER = my_registry
