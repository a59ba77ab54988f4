CHECK = "00.1"
EXPECT = "Nothing came back"


def average(points, credits):
    weighted = [point * credit for point, credit in zip(points, credits)]
    result = sum(weighted) / sum(credits)


ANSWER = average
