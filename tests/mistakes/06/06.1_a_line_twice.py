CHECK = "06.1"
EXPECT = "Use four different lines"

my_order = "baad"

ANSWER = my_order
