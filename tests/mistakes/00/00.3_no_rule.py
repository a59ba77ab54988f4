CHECK = "00.3"
EXPECT = "The practice model has no rule for this"

my_question = "Which capital cities begin with the letter P?"

ANSWER = my_question
