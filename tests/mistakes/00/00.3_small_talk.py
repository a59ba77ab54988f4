CHECK = "00.3"
EXPECT = "Ask for something that needs a calculation"

my_question = "thank you!"

ANSWER = my_question
