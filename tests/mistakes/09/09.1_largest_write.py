CHECK = "09.1"
EXPECT = 'Large is not unsafe'

unsafe_row = "a"

ANSWER = unsafe_row
