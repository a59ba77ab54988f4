CHECK = "09.1"
EXPECT = 'Time tells nothing'

unsafe_row = "c"

ANSWER = unsafe_row
