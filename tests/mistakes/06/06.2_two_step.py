CHECK = "06.2"
EXPECT = "Write the days of this case on paper"


def study_days(exam, today):
    days = []
    left = (exam - today).days
    for number in range(1, left, 2):
        days.append(today + timedelta(days=number))
    if not days:
        days.append(today)
    return days


ANSWER = study_days
