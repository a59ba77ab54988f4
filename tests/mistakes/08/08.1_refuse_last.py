CHECK = "08.1"
EXPECT = "Refuse before"

my_order = "e a c b"

ANSWER = my_order
