CHECK = "10.4"
EXPECT = 'A gap is still open'

my_attack = {"where": ..., "text": ..., "goal": ...}
ANSWER = my_attack
