CHECK = "02.4"
EXPECT = "Put your question between quotes"

my_question = 42

def my_tool(days_late: int) -> dict:
    """Find the fine for a library book that comes back late."""
    return {"days_late": days_late, "fine": 2 * days_late}

ANSWER = (my_tool, my_question)
