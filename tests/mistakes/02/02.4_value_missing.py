CHECK = "02.4"
EXPECT = "The question lacks a value for a required parameter"

my_question = "What is the fine for a library book?"

def my_tool(days_late: int) -> dict:
    """Find the fine for a library book that comes back late."""
    return {"days_late": days_late, "fine": 2 * days_late}

ANSWER = (my_tool, my_question)
