CHECK = "00.1"
EXPECT = "Does `average` now hold None?"


average = None


ANSWER = average
