CHECK = "00.2"
EXPECT = None

my_order = "b d c a"

ANSWER = my_order
