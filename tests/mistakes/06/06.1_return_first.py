CHECK = "06.1"
EXPECT = "After `return` nothing runs"

my_order = "dbac"

ANSWER = my_order
