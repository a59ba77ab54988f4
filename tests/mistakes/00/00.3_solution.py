CHECK = "00.3"
EXPECT = None

my_question = "Plan optics and waves for an exam in 6 days, 2 hours a day."

ANSWER = my_question
