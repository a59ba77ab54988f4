CHECK = "08.1"
EXPECT = "Refuse before"

my_order = "e c a b"

ANSWER = my_order
