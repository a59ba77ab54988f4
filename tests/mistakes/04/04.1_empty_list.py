CHECK = "04.1"
EXPECT = "The list is empty"

my_script = []

ANSWER = my_script
