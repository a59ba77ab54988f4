CHECK = "11.3"
EXPECT = 'Version 4 passed your tests. It says 26 for 27 of 40 at 80 %.'

def my_tests(attendance):
    meera = attendance(31, 40)
    assert math.isclose(meera["percent"], 77.5)
    assert meera["may_miss"] == 1 and meera["must_attend"] == 0
    lab = attendance(27, 40, 80)
    assert lab["may_miss"] == 0
    assert attendance(27, 40, 70)["must_attend"] == 4
    assert "error" in attendance(41, 40)

ANSWER = my_tests
