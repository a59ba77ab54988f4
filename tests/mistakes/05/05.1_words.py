CHECK = "05.1"
EXPECT = "Write four letters"

my_order = "ask keep stop join"

ANSWER = my_order
