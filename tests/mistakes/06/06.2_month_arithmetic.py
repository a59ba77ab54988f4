CHECK = "06.2"
EXPECT = "Months have different lengths"


def study_days(exam, today):
    days = []
    left = (exam - today).days
    for number in range(1, left):
        days.append(date(today.year, today.month, today.day + number))
    if not days:
        days.append(today)
    return days


ANSWER = study_days
