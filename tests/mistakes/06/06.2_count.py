CHECK = "06.2"
EXPECT = "Return the list of the days"


def study_days(exam, today):
    days = []
    left = (exam - today).days
    for number in range(1, left):
        days.append(today + timedelta(days=number))
    return len(days)


ANSWER = study_days
