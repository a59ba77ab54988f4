CHECK = "03.1"
EXPECT = "JSON allows no comma"

my_table = {1: "runs", 2: "error", 3: "runs", 4: "error", 5: "error", 6: "error", 7: "error", 8: "error", 9: "runs"}

ANSWER = my_table
