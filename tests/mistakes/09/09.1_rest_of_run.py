CHECK = "09.1"
EXPECT = 'harmless one'

unsafe_row = "e"

ANSWER = unsafe_row
