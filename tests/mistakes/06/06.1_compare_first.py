CHECK = "06.1"
EXPECT = "There is no day yet to compare"

my_order = "bcad"

ANSWER = my_order
