CHECK = "06.2"
EXPECT = "Give the function itself"


def study_days(exam, today):
    return [today]


ANSWER = study_days(date(2026, 12, 10), date(2026, 11, 30))
