CHECK = "04.5"
EXPECT = "The list is empty"

my_second_script = []

ANSWER = my_second_script
