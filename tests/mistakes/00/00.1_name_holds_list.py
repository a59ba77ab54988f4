CHECK = "00.1"
EXPECT = "Does `average` now hold a list?"


average = [8.2, 9.1]


ANSWER = average
