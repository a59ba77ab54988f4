CHECK = "07.4"
EXPECT = "would not learn"

my_order = "beca"

ANSWER = my_order
