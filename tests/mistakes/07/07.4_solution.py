CHECK = "07.4"
EXPECT = None

my_order = "b e d a"

ANSWER = my_order
