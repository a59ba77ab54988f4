CHECK = "04.2"
EXPECT = None

my_order = "b a c d"

ANSWER = my_order
