CHECK = "02.4"
EXPECT = "Your description is too wide"

my_question = "What is 3 plus 4?"

def my_tool(expression: str) -> dict:
    """Calculate an arithmetic expression."""
    return {"result": len(expression)}

ANSWER = (my_tool, my_question)
