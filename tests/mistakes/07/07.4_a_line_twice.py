CHECK = "07.4"
EXPECT = "Use four different lines"

my_order = "beea"

ANSWER = my_order
