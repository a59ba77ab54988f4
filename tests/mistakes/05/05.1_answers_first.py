CHECK = "05.1"
EXPECT = "The model's turn comes before"

my_order = "b d a c"

ANSWER = my_order
