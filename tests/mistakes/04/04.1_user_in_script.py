CHECK = "04.1"
EXPECT = "The question is not part of it"

my_script = [{"role": "user", "content": "What is 15% of 2,480?"}, "It is 372."]

ANSWER = my_script
