CHECK = "11.3"
EXPECT = 'Your tests compare nothing'

def my_tests(attendance):
    attendance(31, 40)["may_miss"] == 1
    math.isclose(attendance(31, 40)["percent"], 77.5)

ANSWER = my_tests
