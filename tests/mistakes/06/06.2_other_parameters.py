CHECK = "06.2"
EXPECT = "Use the same names"


def study_days(exam_date, today):
    return []


ANSWER = study_days
