CHECK = "08.1"
EXPECT = None

my_order = "c e a b"

ANSWER = my_order
