CHECK = "04.2"
EXPECT = None

my_order = "B, A, C, D"

ANSWER = my_order
