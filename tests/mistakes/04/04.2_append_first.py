CHECK = "04.2"
EXPECT = "Ask first"

my_order = "a b c d"

ANSWER = my_order
