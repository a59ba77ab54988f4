CHECK = "02.4"
EXPECT = "The name `calculator` is taken"

my_question = "My library book is 6 days late. What is the fine?"

def calculator(days_late: int) -> dict:
    """Find the fine for a library book that comes back late."""
    return {"days_late": days_late, "fine": 2 * days_late}

my_tool = calculator

ANSWER = (my_tool, my_question)
