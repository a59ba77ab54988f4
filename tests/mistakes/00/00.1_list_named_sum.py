CHECK = "00.1"
EXPECT = "The kinds of value do not fit together"


def average(points, credits):
    sum = []
    for p, c in zip(points, credits):
        sum.append(p * c)
    return sum(sum) / sum(credits)


ANSWER = average
