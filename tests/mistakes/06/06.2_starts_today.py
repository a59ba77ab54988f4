CHECK = "06.2"
EXPECT = "The first study day is tomorrow"


def study_days(exam, today):
    days = []
    left = (exam - today).days
    for number in range(0, left):
        days.append(today + timedelta(days=number))
    if not days:
        days.append(today)
    return days


ANSWER = study_days
