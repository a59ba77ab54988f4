CHECK = "10.2"
EXPECT = 'Write a dictionary, in curly brackets.'

my_match = "path rule"
ANSWER = my_match
