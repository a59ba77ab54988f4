CHECK = "01.1"
EXPECT = "`return` ends the function"

my_order = "a e c b"

ANSWER = my_order
