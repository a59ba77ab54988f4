CHECK = "06.1"
EXPECT = "After `return` nothing runs"

my_order = "badc"

ANSWER = my_order
