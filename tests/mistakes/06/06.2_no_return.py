CHECK = "06.2"
EXPECT = "Nothing came back"


def study_days(exam, today):
    days = []
    left = (exam - today).days
    for number in range(1, left):
        days.append(today + timedelta(days=number))
    if not days:
        days.append(today)


ANSWER = study_days
