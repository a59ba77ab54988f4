CHECK = "06.1"
EXPECT = None

my_order = "b a c d"

ANSWER = my_order
