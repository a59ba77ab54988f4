CHECK = "06.1"
EXPECT = None

my_order = "B, A, C, D"

ANSWER = my_order
