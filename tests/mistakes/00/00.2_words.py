CHECK = "00.2"
EXPECT = "Write four letters in order"

my_order = "you, model, code"

ANSWER = my_order
