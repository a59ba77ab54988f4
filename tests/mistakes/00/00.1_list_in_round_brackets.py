CHECK = "00.1"
EXPECT = "`points` is a list. Read it with square brackets"


def average(points, credits):
    total = 0
    for i in range(len(points)):
        total += points(i) * credits(i)
    return total / sum(credits)


ANSWER = average
