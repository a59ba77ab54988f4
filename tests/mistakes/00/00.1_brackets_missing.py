CHECK = "00.1"
EXPECT = "The division ran too early"


def average(points, credits):
    return points[0] * credits[0] + points[1] * credits[1] / sum(credits)


ANSWER = average
