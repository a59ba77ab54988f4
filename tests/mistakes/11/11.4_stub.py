CHECK = "11.4"
EXPECT = 'gap is still open'

my_tool = ...  # put your function here: def my_tool(...)
my_question = "?"  # type a question that needs your tool

def my_tool_tests(my_tool):
    ...  # YOUR CODE HERE

ANSWER = (my_tool, my_question, my_tool_tests)
