CHECK = "06.2"
EXPECT = "Return one list with all days"


def study_days(exam, today):
    for number in range(1, (exam - today).days):
        yield today + timedelta(days=number)


ANSWER = study_days
