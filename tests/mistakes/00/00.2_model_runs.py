CHECK = "00.2"
EXPECT = "A model runs nothing"

my_order = "b d e a"

ANSWER = my_order
