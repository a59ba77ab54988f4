CHECK = "07.4"
EXPECT = "Write four letters"

my_order = ""

ANSWER = my_order
