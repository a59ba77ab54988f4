"""The calendar of a plan, as HTML and as text."""

import pytest
from bs4 import BeautifulSoup

from studybuddy import make_study_plan
from studybuddy.plan_view import calendar_view
from studybuddy.tools.planner import plan_for_exams

TODAY = "2026-11-29"  # a Sunday


def cells(view):
    page = BeautifulSoup(view._repr_mimebundle_()["text/html"], "html.parser")
    assert [head.text for head in page("th", scope="col")] == ["Mon", "Tue", "Wed", "Thu", "Fri",
                                                              "Sat", "Sun"]
    assert page.caption.text
    return [[cell.get_text("|") for cell in row("td")] for row in page.tbody("tr")]


def test_days_stand_under_their_weekdays():
    view = calendar_view(make_study_plan(["Waves", "Optics"], "2026-12-03", 2, today=TODAY))
    assert cells(view) == [["30 Nov|Waves, 2 h", "1 Dec|Optics, 2 h", "2 Dec|Revision, 2 h",
                            "3 Dec|Exam", "4 Dec", "5 Dec", "6 Dec"]]


def test_the_text_says_the_same():
    view = calendar_view(make_study_plan(["A", "B", "C"], "2026-12-01", 2, today=TODAY))
    assert repr(view).split("\n") == [
        "Study plan from 2026-11-30 to 2026-12-01",
        "Mon 2026-11-30  A, 0.67 h; B, 0.67 h; C, 0.66 h",
        "Tue 2026-12-01  Exam"]
    assert view._repr_mimebundle_()["text/plain"] == repr(view)


def test_several_exams():
    plan = plan_for_exams([
        {"name": "OS", "exam_date": "2026-12-02", "topics": ["Locks"]},
        {"name": "DBMS", "exam_date": "2026-12-02", "topics": ["Keys"]},
        {"name": "DS", "exam_date": "2026-12-03", "topics": ["Heaps"]}], 3, today=TODAY)
    view = calendar_view(plan)
    assert "Exam: OS" in repr(view) and "Exam: DS" in repr(view)
    assert "OS: Locks, 1 h" in cells(view)[0][0]
    assert "DS: Revision, 3 h" in cells(view)[0][2]


def test_a_week_without_work_is_left_out():
    plan = {"plan": [{"date": "2026-12-01", "topic": "A", "hours": 1},
                     {"date": "2027-01-12", "topic": "B", "hours": 1}]}
    assert [row[1] for row in cells(calendar_view(plan))] == ["1 Dec|A, 1 h", "12 Jan|B, 1 h"]


def test_a_topic_is_only_text():
    topic = '<img src=x onerror=alert(1)>"&'
    view = calendar_view(make_study_plan([topic], "2026-12-01", today=TODAY))
    assert "<img" not in view.html
    assert topic in cells(view)[0][0]


@pytest.mark.parametrize("plan", [
    {"error": "exam_date is in the past."}, {"plan": []}, {}, None, [],
    {"plan": [{"date": "soon", "topic": "A", "hours": 1}]}, {"plan": [1]},
    {"plan": [{"date": "2026-12-01", "topic": "A", "hours": "two"}]},
])
def test_a_wrong_plan_is_one_sentence(plan):
    with pytest.raises(ValueError, match="plan|past"):
        calendar_view(plan)
