CHECK = "02.4"
EXPECT = None

my_question = "When does the bus leave from the stop Library after 16:00?"

def next_bus(stop: str, after: str = "08:00") -> dict:
    """Tell when the next bus leaves from a stop."""
    return {"stop": stop, "leaves": "16:20"}

my_tool = next_bus

ANSWER = (my_tool, my_question)
