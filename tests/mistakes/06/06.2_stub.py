CHECK = "06.2"
EXPECT = "A gap is still open"


def study_days(exam, today):
    days = []
    left = (exam - today).days
    # spread: append tomorrow, and each day up to the day before the exam
    ...  # YOUR CODE HERE
    # spread: what if the exam is tomorrow?
    ...  # YOUR CODE HERE
    return days


ANSWER = study_days
