CHECK = "02.4"
EXPECT = "Write your function with `def`"

my_question = "My library book is 6 days late. What is the fine?"

my_tool = lambda days_late: {'fine': 2 * days_late}

ANSWER = (my_tool, my_question)
