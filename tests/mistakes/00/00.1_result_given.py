CHECK = "00.1"
EXPECT = "Give the function itself"


def average(points, credits):
    return sum(p * c for p, c in zip(points, credits)) / sum(credits)


ANSWER = average([8.2, 9.1], [20, 22])
