CHECK = "00.2"
EXPECT = "Nothing is run before the model has asked"

my_order = "b c d a"

ANSWER = my_order
