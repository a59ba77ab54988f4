CHECK = "05.1"
EXPECT = "Keep the last turn too"

my_order = "b c a d"

ANSWER = my_order
