CHECK = "11.3"
EXPECT = 'Your tests compare nothing'

def my_tests(attendance):
    print(attendance(31, 40)["may_miss"] == 1 if "may_miss" in attendance(31, 40) else None)

ANSWER = my_tests
