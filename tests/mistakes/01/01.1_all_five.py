CHECK = "01.1"
EXPECT = "Line d keeps a node"

my_order = "e c b d a"

ANSWER = my_order
