CHECK = "11.3"
EXPECT = 'Your tests compare nothing'

def my_tests(attendance):
    return attendance(31, 40).get("may_miss") == 1

ANSWER = my_tests
