CHECK = "08.1"
EXPECT = "A sibling folder"

my_order = "c e d b"

ANSWER = my_order
