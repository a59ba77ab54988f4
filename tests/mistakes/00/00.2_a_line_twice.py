CHECK = "00.2"
EXPECT = "Use four different lines"

my_order = "b d d a"

ANSWER = my_order
