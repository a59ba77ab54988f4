CHECK = "03.1"
EXPECT = "Keep the dictionary"

my_table = ["runs", "error", "error"]

ANSWER = my_table
