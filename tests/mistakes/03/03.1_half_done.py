CHECK = "03.1"
EXPECT = "Write `runs` or `error`"

my_table = {1: "runs", 2: "error", 3: "error", 4: "error", 5: "?", 6: "?", 7: "?", 8: "?", 9: "?"}

ANSWER = my_table
