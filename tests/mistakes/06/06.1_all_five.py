CHECK = "06.1"
EXPECT = "This cuts the text until it fits"

my_order = "baecd"

ANSWER = my_order
