CHECK = "01.2"
EXPECT = "A gap is still open"

walk = ...

ANSWER = walk
