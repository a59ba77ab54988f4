CHECK = "06.2"
EXPECT = "did not stop"


def study_days(exam, today):
    day = today
    while day != exam:
        day + timedelta(days=1)
    return [day]


ANSWER = study_days
