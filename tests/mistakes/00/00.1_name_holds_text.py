CHECK = "00.1"
EXPECT = "Does `average` now hold a text?"


average = "8.67"


ANSWER = average
