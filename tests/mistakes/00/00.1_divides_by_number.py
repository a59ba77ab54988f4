CHECK = "00.1"
EXPECT = "Divide by the sum of the credits, not by how many"


def average(points, credits):
    weighted = [point * credit for point, credit in zip(points, credits)]
    return sum(weighted) / len(credits)


ANSWER = average
