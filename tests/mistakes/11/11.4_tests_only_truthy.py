CHECK = "11.4"
EXPECT = 'Your tests passed a tool with wrong values'

def price(pages: int) -> dict:
    """Tell the price of printed pages."""
    if type(pages) is not int or not 0 <= pages <= 365:
        return {"error": "pages is a whole number from 0 to 365."}
    return {"price": 10 * pages}

my_tool = price
my_question = "What is the price of 40 printed pages?"

def my_tool_tests(my_tool):
    assert my_tool(5)["price"]

ANSWER = (my_tool, my_question, my_tool_tests)
