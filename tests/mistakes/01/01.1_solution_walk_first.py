CHECK = "01.1"
EXPECT = None

my_order = "e b c a"

ANSWER = my_order
