CHECK = "04.1"
EXPECT = "A script is a list"

my_script = "It is 372."

ANSWER = my_script
