CHECK = "07.4"
EXPECT = "There is no reply yet"

my_order = "edba"

ANSWER = my_order
