CHECK = "04.1"
EXPECT = "The first item must ask for a tool"

my_script = ["It is 372."]

ANSWER = my_script
