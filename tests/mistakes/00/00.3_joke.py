CHECK = "00.3"
EXPECT = "Ask for something that needs a calculation"

my_question = "Tell me a joke"

ANSWER = my_question
