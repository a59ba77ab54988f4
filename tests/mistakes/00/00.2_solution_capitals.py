CHECK = "00.2"
EXPECT = None

my_order = "B, D, C, A"

ANSWER = my_order
