CHECK = "02.4"
EXPECT = "A text or a number is no function"

my_question = "My library book is 6 days late. What is the fine?"

def my_tool(days_late: int) -> dict:
    """Find the fine for a library book that comes back late."""
    return {"days_late": days_late, "fine": 2 * days_late}

my_tool = 12
ANSWER = (my_tool, my_question)
