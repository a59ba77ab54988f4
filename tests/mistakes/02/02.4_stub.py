CHECK = "02.4"
EXPECT = "A gap is still open"

my_question = "?"

my_tool = ...  # put your function here: def my_tool(...)

ANSWER = (my_tool, my_question)
