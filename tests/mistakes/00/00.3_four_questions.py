CHECK = "00.3"
EXPECT = "Ask one thing at a time"

my_question = "What is 15% of 80? What is 20% of 90? What is 3 * 7? What is 12 / 5?"

ANSWER = my_question
