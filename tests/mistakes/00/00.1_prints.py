CHECK = "00.1"
EXPECT = "Your code printed the answer"


def average(points, credits):
    weighted = [point * credit for point, credit in zip(points, credits)]
    print(sum(weighted) / sum(credits))


ANSWER = average
