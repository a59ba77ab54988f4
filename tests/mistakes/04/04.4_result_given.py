CHECK = "04.4"
EXPECT = "without brackets after it"

small_loop = "Hello."

ANSWER = small_loop
