CHECK = "11.2"
EXPECT = 'The same registry came twice'

registry = ToolRegistry([attendance, calculator])
registry.add(mail_teacher, needs_approval=True)

def my_registry():
    return registry

ANSWER = my_registry
