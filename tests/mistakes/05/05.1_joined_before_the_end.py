CHECK = "05.1"
EXPECT = "nothing to join"

my_order = "b a d c"

ANSWER = my_order
