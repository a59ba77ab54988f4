CHECK = "06.2"
EXPECT = "Return one list with all days"


def study_days(exam, today):
    return today + timedelta(days=1)


ANSWER = study_days
