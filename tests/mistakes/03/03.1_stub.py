CHECK = "03.1"
EXPECT = "Write `runs` or `error`"

my_table = {1: "?", 2: "?", 3: "?", 4: "?", 5: "?", 6: "?", 7: "?", 8: "?", 9: "?"}

ANSWER = my_table
