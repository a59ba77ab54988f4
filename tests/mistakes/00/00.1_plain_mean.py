CHECK = "00.1"
EXPECT = "Each grade counts with its credits"


def average(points, credits):
    return sum(points) / len(points)


ANSWER = average
