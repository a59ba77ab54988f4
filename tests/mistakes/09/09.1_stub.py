CHECK = "09.1"
EXPECT = 'Choose one letter'

unsafe_row = ""

ANSWER = unsafe_row
