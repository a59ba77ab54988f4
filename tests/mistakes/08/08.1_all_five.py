CHECK = "08.1"
EXPECT = "A sibling folder"

my_order = "c e a d b"

ANSWER = my_order
