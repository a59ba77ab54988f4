CHECK = "04.2"
EXPECT = "This throws the history away"

my_order = "b e c d"

ANSWER = my_order
