CHECK = "11.3"
EXPECT = 'Version 2 passed your tests'

def my_tests(attendance):
    assert attendance(31, 40)["may_miss"] == 1

ANSWER = my_tests
