CHECK = "00.1"
EXPECT = "Your code did not stop"


def average(points, credits):
    total, i = 0, 0
    while i < len(points):
        total += points[i] * credits[i]
    return total / sum(credits)


ANSWER = average
