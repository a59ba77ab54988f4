CHECK = "09.1"
EXPECT = 'Nothing ran there'

unsafe_row = "b"

ANSWER = unsafe_row
