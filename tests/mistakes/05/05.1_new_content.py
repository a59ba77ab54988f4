CHECK = "05.1"
EXPECT = "This builds a new content"

my_order = "b e c d"

ANSWER = my_order
