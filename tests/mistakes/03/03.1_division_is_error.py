CHECK = "03.1"
EXPECT = "the tool runs. Its own answer holds the error"

my_table = {1: "runs", 2: "error", 3: "error", 4: "error", 5: "error", 6: "error", 7: "error", 8: "error", 9: "error"}

ANSWER = my_table
