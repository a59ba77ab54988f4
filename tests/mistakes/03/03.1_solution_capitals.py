CHECK = "03.1"
EXPECT = None

my_table = {1: "RUNS ", 2: "ERROR ", 3: "ERROR ", 4: "ERROR ", 5: "ERROR ", 6: "ERROR ", 7: "ERROR ", 8: "ERROR ", 9: "RUNS "}

ANSWER = my_table
