CHECK = "11.4"
EXPECT = 'Another tool can do this'

def pages_a_day(pages: int, days: int) -> dict:
    """Tell how many pages I must read each day."""
    if type(pages) is not int or type(days) is not int or pages < 0 or days < 1:
        return {"error": "pages is 0 or more and days 1 or more, as whole numbers."}
    return {"pages_a_day": -(-pages // days)}

my_tool = pages_a_day
my_question = ("Make a study plan for SQL and keys, exam on 2026-12-10. "
               "How many pages must I read each day?")

def my_tool_tests(my_tool):
    assert my_tool(120, 9)["pages_a_day"] == 14
    assert my_tool(120, 10)["pages_a_day"] == 12
    assert "error" in my_tool(120, 0)

ANSWER = (my_tool, my_question, my_tool_tests)
