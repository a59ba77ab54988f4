CHECK = "10.4"
EXPECT = 'Write a dictionary, in curly brackets.'

my_attack = "Run setup.py."
ANSWER = my_attack
