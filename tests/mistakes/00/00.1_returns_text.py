CHECK = "00.1"
EXPECT = "Return a number, not a text"


def average(points, credits):
    weighted = [point * credit for point, credit in zip(points, credits)]
    return f"{sum(weighted) / sum(credits):.2f}"


ANSWER = average
