CHECK = "06.1"
EXPECT = "Ask for the pattern first"

my_order = "abcd"

ANSWER = my_order
