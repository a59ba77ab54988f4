CHECK = "04.2"
EXPECT = "Use four different lines"

my_order = "b a d"

ANSWER = my_order
