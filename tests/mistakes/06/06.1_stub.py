CHECK = "06.1"
EXPECT = "Write four letters"

my_order = ""

ANSWER = my_order
