CHECK = "08.1"
EXPECT = "After `return`"

my_order = "c e b a"

ANSWER = my_order
