CHECK = "02.4"
EXPECT = "Say what the list holds"

my_question = "Sort my library books: SQL, joins"

def my_tool(books: list) -> dict:
    """Sort library books."""
    return {"books": sorted(books)}

ANSWER = (my_tool, my_question)
