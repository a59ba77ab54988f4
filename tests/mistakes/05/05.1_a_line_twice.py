CHECK = "05.1"
EXPECT = "Use four different lines"

my_order = "b a a d"

ANSWER = my_order
