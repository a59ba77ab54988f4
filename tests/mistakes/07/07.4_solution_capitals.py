CHECK = "07.4"
EXPECT = None

my_order = "B, E, D, A"

ANSWER = my_order
