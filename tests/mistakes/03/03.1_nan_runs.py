CHECK = "03.1"
EXPECT = "strict JSON has no such number"

my_table = {1: "runs", 2: "error", 3: "error", 4: "error", 5: "error", 6: "runs", 7: "error", 8: "error", 9: "runs"}

ANSWER = my_table
