CHECK = "00.1"
EXPECT = "Return the exact value"


def average(points, credits):
    weighted = [point * credit for point, credit in zip(points, credits)]
    return round(sum(weighted) / sum(credits), 1)


ANSWER = average
