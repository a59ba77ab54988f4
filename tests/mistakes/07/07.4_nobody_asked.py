CHECK = "07.4"
EXPECT = "Nobody asked"

my_order = "eda"

ANSWER = my_order
