CHECK = "04.2"
EXPECT = "Write four letters in order"

my_order = ""

ANSWER = my_order
