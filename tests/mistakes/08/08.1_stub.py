CHECK = "08.1"
EXPECT = "Write four letters"

my_order = ""

ANSWER = my_order
