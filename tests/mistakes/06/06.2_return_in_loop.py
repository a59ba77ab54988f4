CHECK = "06.2"
EXPECT = "Only one day came back"


def study_days(exam, today):
    days = []
    left = (exam - today).days
    for number in range(1, left):
        days.append(today + timedelta(days=number))
        return days
    return [today]


ANSWER = study_days
