CHECK = "11.2"
EXPECT = 'The docstring is empty'

def attendance(attended: int, held: int, required: int = 75) -> dict:
    return {}

def my_registry():
    registry = ToolRegistry([attendance, calculator])
    registry.add(mail_teacher, needs_approval=True)
    return registry

ANSWER = my_registry
