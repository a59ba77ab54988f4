CHECK = "00.1"
EXPECT = "This is the sum. Divide it"


def average(points, credits):
    weighted = [point * credit for point, credit in zip(points, credits)]
    return sum(weighted)


ANSWER = average
