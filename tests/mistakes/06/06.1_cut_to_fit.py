CHECK = "06.1"
EXPECT = "This cuts the text until it fits"

my_order = "becd"

ANSWER = my_order
