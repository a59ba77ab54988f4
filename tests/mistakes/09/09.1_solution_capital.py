CHECK = "09.1"
EXPECT = None

unsafe_row = " D "

ANSWER = unsafe_row
