CHECK = "11.4"
EXPECT = 'Your tests let the tool act outside'

def note_page(page: int) -> dict:
    """Write down the page where I stopped to read."""
    if type(page) is not int or page < 1:
        return {"error": "page is a whole number, 1 or more."}
    with open("page.txt", "w") as file:
        file.write(str(page))
    return {"noted": page}

my_tool = Tool(note_page, needs_approval=True)
my_question = "I stopped to read at page 40. Write it down."

def my_tool_tests(my_tool):
    assert my_tool(40)["noted"] == 40

ANSWER = (my_tool, my_question, my_tool_tests)
