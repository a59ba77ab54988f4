CHECK = "06.2"
EXPECT = "A gap is still open"


def study_days(exam, today):
    days = []
    left = (exam - today).days
    ...  # YOUR CODE HERE
    if not days:
        days.append(today)
    return days


ANSWER = study_days
