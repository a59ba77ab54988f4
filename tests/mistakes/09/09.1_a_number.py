CHECK = "09.1"
EXPECT = 'Write a text between quotes'

unsafe_row = 4

ANSWER = unsafe_row
