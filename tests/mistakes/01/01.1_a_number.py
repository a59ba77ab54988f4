CHECK = "01.1"
EXPECT = "Write four letters in order"

my_order = 4321

ANSWER = my_order
