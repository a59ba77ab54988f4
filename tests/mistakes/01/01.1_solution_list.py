CHECK = "01.1"
EXPECT = None

my_order = ["e", "c", "b", "a"]

ANSWER = my_order
