CHECK = "01.1"
EXPECT = "Allow before you look up"

my_order = "c e b a"

ANSWER = my_order
