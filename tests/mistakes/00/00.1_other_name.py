CHECK = "00.1"
EXPECT = "The contract calls it `average`"


def mean(points, credits):
    weighted = [point * credit for point, credit in zip(points, credits)]
    return sum(weighted) / sum(credits)


ANSWER = mean
