CHECK = "00.1"
EXPECT = "Compute this average on paper"


def average(points, credits):
    weighted = [point * credit for point, credit in zip(points, credits)]
    return sum(weighted) / sum(points)


ANSWER = average
