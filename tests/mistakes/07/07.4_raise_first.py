CHECK = "07.4"
EXPECT = "One bad reply would end it"

my_order = "abed"

ANSWER = my_order
