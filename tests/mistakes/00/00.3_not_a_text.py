CHECK = "00.3"
EXPECT = "Put your question between quotes"

my_question = 15 * 2480

ANSWER = my_question
