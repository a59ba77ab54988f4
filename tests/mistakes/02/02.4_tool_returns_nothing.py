CHECK = "02.4"
EXPECT = "The model can read only what you return"

my_question = "My library book is 6 days late. What is the fine?"

def my_tool(days_late: int) -> dict:
    """Find the fine for a library book that comes back late."""
    print(2 * days_late)

ANSWER = (my_tool, my_question)
