CHECK = "11.4"
EXPECT = 'above an upper bound'

def my_tool(pages: int, days: int) -> dict:
    """Tell how many pages I must read each day."""
    if type(pages) is not int or type(days) is not int or pages < 0 or days < 1:
        return {"error": "pages is 0 or more and days 1 or more, as whole numbers."}
    return {"pages_a_day": pages / days}

my_question = "The book has 120 pages, and 10 days are left. How many pages must I read each day?"

def my_tool_tests(my_tool):
    assert my_tool(120, 10)["pages_a_day"] == 12
    assert "error" in my_tool(120, 0)

ANSWER = (my_tool, my_question, my_tool_tests)
