CHECK = "06.2"
EXPECT = None


def study_days(exam, today):
    return [today + timedelta(days=n) for n in range(1, (exam - today).days)] or [today]


ANSWER = study_days
