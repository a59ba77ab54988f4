CHECK = "00.1"
EXPECT = "A gap is still open"


def average(points, credits):
    weighted = [point * credit for point, credit in zip(points, credits)]
    ...  # YOUR CODE HERE


ANSWER = average
