CHECK = "02.4"
EXPECT = "A gap is still open"

my_question = "My library book is 6 days late. What is the fine?"

my_tool = ...  # put your function here: def my_tool(...)

ANSWER = (my_tool, my_question)
