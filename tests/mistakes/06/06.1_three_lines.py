CHECK = "06.1"
EXPECT = "Use four different lines"

my_order = "bad"

ANSWER = my_order
