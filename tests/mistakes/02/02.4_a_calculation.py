CHECK = "02.4"
EXPECT = "This is a calculation"

my_question = "How many pages is 120 / 10 for each day?"

def my_tool(pages: int, days: int) -> dict:
    """Say how many pages to read each day."""
    return {"pages_a_day": pages / days}

ANSWER = (my_tool, my_question)
