CHECK = "04.2"
EXPECT = "Append that one first"

my_order = "b d a c"

ANSWER = my_order
