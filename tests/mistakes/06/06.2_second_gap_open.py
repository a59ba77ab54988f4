CHECK = "06.2"
EXPECT = "A gap is still open"


def study_days(exam, today):
    days = []
    left = (exam - today).days
    for number in range(1, left):
        days.append(today + timedelta(days=number))
    ...  # YOUR CODE HERE
    return days


ANSWER = study_days
