CHECK = "06.2"
EXPECT = "With the exam tomorrow, today is the only day"


def study_days(exam, today):
    days = []
    left = (exam - today).days
    for number in range(1, left):
        days.append(today + timedelta(days=number))
    return days


ANSWER = study_days
