CHECK = "11.3"
EXPECT = 'Version 5 passed your tests'

def my_tests(attendance):
    meera = attendance(31, 40)
    assert math.isclose(meera["percent"], 77.5)
    assert meera["may_miss"] == 1 and meera["must_attend"] == 0
    lab = attendance(27, 40, 80)
    assert lab["may_miss"] == 0
    assert lab["must_attend"] == 25
    assert "error" in attendance(41, 40)

ANSWER = my_tests
