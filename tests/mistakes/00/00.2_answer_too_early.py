CHECK = "00.2"
EXPECT = "The answer needs the result"

my_order = "b d a c"

ANSWER = my_order
