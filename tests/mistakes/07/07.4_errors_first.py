CHECK = "07.4"
EXPECT = "There is no error yet"

my_order = "bdea"

ANSWER = my_order
