CHECK = "11.3"
EXPECT = 'Your tests compare nothing'

def my_tests(attendance):
    assert (attendance(31, 40).get("may_miss") == 1, "one class")

ANSWER = my_tests
