CHECK = "00.3"
EXPECT = None

my_question = "I have 8.2 with 20 credits and 9.1 with 22 credits. What is my average?"

ANSWER = my_question
