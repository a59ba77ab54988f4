CHECK = "00.3"
EXPECT = "Type a question of your own"

my_question = "?"

ANSWER = my_question
