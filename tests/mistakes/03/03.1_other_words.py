CHECK = "03.1"
EXPECT = "Write `runs` or `error`"

my_table = {1: "ok", 2: "ok", 3: "ok", 4: "ok", 5: "ok", 6: "ok", 7: "ok", 8: "ok", 9: "ok"}

ANSWER = my_table
