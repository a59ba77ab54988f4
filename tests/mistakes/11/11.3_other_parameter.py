CHECK = "11.3"
EXPECT = 'The contract names the parameters'

def my_tests(function):
    meera = function(31, 40)
    assert math.isclose(meera["percent"], 77.5)
    assert meera["may_miss"] == 1 and meera["must_attend"] == 0
    lab = function(27, 40, 80)
    assert lab["may_miss"] == 0
    assert lab["must_attend"] == 25
    assert function(27, 40, 70)["must_attend"] == 4
    assert "error" in function(41, 40)

ANSWER = my_tests
