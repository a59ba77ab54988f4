CHECK = "08.1"
EXPECT = "After `return`"

my_order = "b c e a"

ANSWER = my_order
