CHECK = "00.1"
EXPECT = "Python does not know this name"


def average(points, credits):
    weighted = [point * credit for point, credit in zip(points, credits)]
    return sum(weigthed) / sum(credits)


ANSWER = average
