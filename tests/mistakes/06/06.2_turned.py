CHECK = "06.2"
EXPECT = "keep the order of the days"


def study_days(exam, today):
    days = []
    left = (exam - today).days
    for number in range(1, left):
        days.append(today + timedelta(days=number))
    days.reverse()
    if not days:
        days.append(today)
    return days


ANSWER = study_days
