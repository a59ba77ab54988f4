CHECK = "00.1"
EXPECT = "Your code changed its input"


def average(points, credits):
    total = 0
    for credit in credits:
        total += points.pop(0) * credit
    return total / sum(credits)


ANSWER = average
