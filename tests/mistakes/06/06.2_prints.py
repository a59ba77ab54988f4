CHECK = "06.2"
EXPECT = "printed"


def study_days(exam, today):
    days = []
    left = (exam - today).days
    for number in range(1, left):
        days.append(today + timedelta(days=number))
    if not days:
        days.append(today)
    print(days)


ANSWER = study_days
