CHECK = "06.2"
EXPECT = None


def study_days(exam, today):
    day = today + timedelta(days=1)
    days = []
    while day < exam:
        days.append(day)
        day += timedelta(days=1)
    return days or [today]


ANSWER = study_days
