CHECK = "01.1"
EXPECT = "Write four letters in order"

my_order = ""

ANSWER = my_order
