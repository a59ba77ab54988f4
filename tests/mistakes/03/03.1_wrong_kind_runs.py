CHECK = "03.1"
EXPECT = "17 is a number"

my_table = {1: "runs", 2: "error", 3: "error", 4: "error", 5: "error", 6: "error", 7: "error", 8: "runs", 9: "runs"}

ANSWER = my_table
