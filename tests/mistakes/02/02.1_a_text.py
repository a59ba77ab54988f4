CHECK = "02.1"
EXPECT = "Write a dictionary"

CALCULATOR = "expression is a string"

ANSWER = CALCULATOR
