CHECK = "08.1"
EXPECT = None

my_order = "CEAB"

ANSWER = my_order
