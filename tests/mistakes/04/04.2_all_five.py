CHECK = "04.2"
EXPECT = "This throws the history away"

my_order = "b a c d e"

ANSWER = my_order
