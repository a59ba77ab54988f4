"""What the lesson has defined before its exercises: each answer runs after this."""

import math

from studybuddy import Tool, ToolRegistry, calculator

teacher_box = []


def mail_teacher(text: str) -> dict:
    """Send a mail to my teacher."""
    teacher_box.append(text)
    return {"sent": True}


def attendance(attended: int, held: int, required: int = 75) -> dict:
    """Tell how many classes I may miss, or must attend."""
    ...  # YOUR CODE HERE
