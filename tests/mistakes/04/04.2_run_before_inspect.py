CHECK = "04.2"
EXPECT = "Inspect before you run"

my_order = "b a d c"

ANSWER = my_order
