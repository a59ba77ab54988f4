CHECK = "01.1"
EXPECT = "Use four different lines"

my_order = "e c a"

ANSWER = my_order
