CHECK = "08.1"
EXPECT = "Use four different lines"

my_order = "c e b"

ANSWER = my_order
