CHECK = "00.1"
EXPECT = None


def average(points, credits):
    total = 0
    for point, credit in zip(points, credits):
        total += point * credit
    return total / sum(credits)


ANSWER = average
