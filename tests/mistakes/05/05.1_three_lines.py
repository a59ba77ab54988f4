CHECK = "05.1"
EXPECT = "Use four different lines"

my_order = "b a d"

ANSWER = my_order
