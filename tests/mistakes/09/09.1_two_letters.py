CHECK = "09.1"
EXPECT = 'Choose one letter'

unsafe_row = "a d"

ANSWER = unsafe_row
