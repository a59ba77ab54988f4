CHECK = "07.4"
EXPECT = "would not learn"

my_order = "bedca"

ANSWER = my_order
