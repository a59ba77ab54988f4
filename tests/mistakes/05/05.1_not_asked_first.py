CHECK = "05.1"
EXPECT = "Ask first."

my_order = "a b c d"

ANSWER = my_order
