CHECK = "11.3"
EXPECT = 'Version 1 passed your tests'

def my_tests(attendance):
    assert attendance(31, 40)

ANSWER = my_tests
