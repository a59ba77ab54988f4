CHECK = "00.1"
EXPECT = "The contract names the parameters"


def average(grades, weights):
    return sum(p * c for p, c in zip(grades, weights)) / sum(weights)


ANSWER = average
