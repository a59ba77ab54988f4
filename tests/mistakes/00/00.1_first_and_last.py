CHECK = "00.1"
EXPECT = "Only two of the three grades were used"


def average(points, credits):
    return (points[0] * credits[0] + points[-1] * credits[-1]) / (credits[0] + credits[-1])


ANSWER = average
