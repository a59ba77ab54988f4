CHECK = "11.2"
EXPECT = 'The contract names `attended`'

def attendance(share: float, classes: int) -> dict:
    """Tell how many classes I may miss, or must attend."""
    return {}

def my_registry():
    registry = ToolRegistry([attendance, calculator])
    registry.add(mail_teacher, needs_approval=True)
    return registry

ANSWER = my_registry
