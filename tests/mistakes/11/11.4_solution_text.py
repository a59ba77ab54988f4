CHECK = "11.4"
EXPECT = None

def price(pages: int) -> dict:
    """Tell the price of printed pages."""
    if type(pages) is not int or not 0 <= pages <= 365:
        return {"error": "pages is a whole number from 0 to 365."}
    return {"told": f"It costs {10 * pages}.", "lines": [pages], "free": pages == 0, "more": {"low": -1}}

my_tool = price
my_question = "What is the price of 40 printed pages?"

def my_tool_tests(my_tool):
    assert "50" in my_tool(5)["told"]

ANSWER = (my_tool, my_question, my_tool_tests)
