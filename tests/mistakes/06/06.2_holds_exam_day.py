CHECK = "06.2"
EXPECT = "The exam day is no study day"


def study_days(exam, today):
    days = []
    left = (exam - today).days
    for number in range(1, left + 1):
        days.append(today + timedelta(days=number))
    if not days:
        days.append(today)
    return days


ANSWER = study_days
