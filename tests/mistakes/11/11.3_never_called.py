CHECK = "11.3"
EXPECT = 'Your tests compare nothing'

def my_tests(attendance):
    assert 100 * 31 // 75 - 40 == 1

ANSWER = my_tests
