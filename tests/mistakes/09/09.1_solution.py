CHECK = "09.1"
EXPECT = None

unsafe_row = "d"

ANSWER = unsafe_row
