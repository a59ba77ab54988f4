CHECK = "00.1"
EXPECT = None


def average(points, credits):
    weighted = [point * credit for point, credit in zip(points, credits)]
    return sum(weighted) / sum(credits)


ANSWER = average
