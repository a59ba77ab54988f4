CHECK = "07.4"
EXPECT = "Use four different lines"

my_order = "bea"

ANSWER = my_order
