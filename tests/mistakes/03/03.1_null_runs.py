CHECK = "03.1"
EXPECT = "null` becomes None"

my_table = {1: "runs", 2: "runs", 3: "error", 4: "error", 5: "error", 6: "error", 7: "error", 8: "error", 9: "runs"}

ANSWER = my_table
