CHECK = "00.2"
EXPECT = "A conversation begins with your question"

my_order = "d b c a"

ANSWER = my_order
