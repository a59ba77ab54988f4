CHECK = "11.3"
EXPECT = None

def my_tests(attendance):
    for attended, held, required, miss, attend in [(40, 40, 75, 13, 0), (27, 40, 80, 0, 25),
                                                   (27, 40, 70, 0, 4)]:
        answer = attendance(attended, held, required)
        assert (answer["may_miss"], answer["must_attend"]) == (miss, attend)
    assert attendance(41, 40)["error"]

ANSWER = my_tests
