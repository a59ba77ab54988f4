CHECK = "00.2"
EXPECT = "Use four different lines"

my_order = "b d c a c"

ANSWER = my_order
