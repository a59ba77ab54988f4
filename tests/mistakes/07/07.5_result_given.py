CHECK = "07.5"
EXPECT = "Give the function itself"

quiz = {"questions": []}

ANSWER = quiz
