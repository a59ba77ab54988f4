CHECK = "09.1"
EXPECT = 'Choose one letter'

unsafe_row = "the mail"

ANSWER = unsafe_row
