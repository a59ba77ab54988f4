CHECK = "06.2"
EXPECT = "Return dates, not texts"


def study_days(exam, today):
    days = []
    left = (exam - today).days
    for number in range(1, left):
        days.append((today + timedelta(days=number)).isoformat())
    if not days:
        days.append(today)
    return days


ANSWER = study_days
