CHECK = "06.2"
EXPECT = "A date and a number do not add"


def study_days(exam, today):
    days = []
    left = (exam - today).days
    for number in range(1, left):
        days.append(today + number)
    if not days:
        days.append(today)
    return days


ANSWER = study_days
