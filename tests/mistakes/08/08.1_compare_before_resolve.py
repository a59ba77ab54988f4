CHECK = "08.1"
EXPECT = "only seen after `resolve`"

my_order = "c a e b"

ANSWER = my_order
