CHECK = "04.2"
EXPECT = "Append before you return"

my_order = "b c a d"

ANSWER = my_order
