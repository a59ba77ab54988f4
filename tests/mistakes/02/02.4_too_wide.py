CHECK = "02.4"
EXPECT = "Your description is too wide"

my_question = "Which grade belongs to 82 marks?"

def my_tool(marks: int = 0) -> dict:
    """Use it for every question about marks, grades, percentages, averages and numbers."""
    return {"grade": "A" if marks > 80 else "B"}

ANSWER = (my_tool, my_question)
