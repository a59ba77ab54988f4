CHECK = "06.1"
EXPECT = "Ask for the pattern first"

my_order = "acbd"

ANSWER = my_order
