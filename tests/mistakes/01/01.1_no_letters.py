CHECK = "01.1"
EXPECT = "Write four letters in order"

my_order = "1 2 3 4"

ANSWER = my_order
