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


ROW = {"date": "2026-12-01", "topic": "A", "hours": 1}


def row(**changes):
    return {"plan": [ROW | changes]}


@pytest.mark.parametrize(("plan", "says"), [
    ({"error": "exam_date is in the past."}, "in the past"),
    *((plan, "no plan with sessions") for plan in (
        {"plan": []}, {}, None, [], [ROW], {"plan": "2026-12-01"}, {"plan": b"x"}, {"plan": 5},
        {"plan": {"a": 1}})),
    ({"plan": [1]}, "Session 1 must be a dictionary"),
    ({"plan": [ROW, None]}, "Session 2 must be a dictionary"),
    ({"plan": [{}]}, "date of session 1 is wrong"), (row(date="soon"), "date of session 1"),
    (row(date="9999-12-31"), "date of session 1 is too late"),
    *((row(hours=hours), "hours of session 1 must be") for hours in (
        "two", None, True, 0, -5, 25, 10**400, float("nan"), float("inf"))),
    *((row(topic=topic), "Session 1 needs a topic") for topic in (
        None, 5, ["A"], "", " ", "\0", "\u202e", "\u2800", "\u0301")),
    (row(exam=5), "an exam must be a text"),
    *((row() | {"exams": exams}, "exams must be a list") for exams in (5, None, "X")),
    (row() | {"exams": ["X"]}, "Exam 1 must be a dictionary"),
    (row() | {"exams": [{"name": 5, "exam_date": "2026-12-02"}]}, "Exam 1 must be a dictionary"),
    (row() | {"exams": [{"name": "X", "exam_date": "2026-2-2"}]}, "date of exam 1 is wrong"),
    (row() | {"exam_date": "soon"}, "date of the exam is wrong"),
    (row() | {"exam_date": "9999-12-31"}, "date of the exam is too late"),
])
def test_a_wrong_plan_is_one_sentence(plan, says):
    with pytest.raises(ValueError, match=says) as caught:
        calendar_view(plan)
    assert str(caught.value).endswith(".") and "object" not in str(caught.value)


def test_a_topic_stays_on_its_line_and_turns_no_text():
    view = calendar_view(row(topic="A\nMon 2026-11-30  B\0\u202ecba\x1b[2K"))
    assert str(view).splitlines()[1:] == ["Tue 2026-12-01  A Mon 2026-11-30 B cba [2K, 1 h"]
    named = row() | {"exams": [{"name": "X\u202e", "exam_date": "2026-12-02"}]}
    assert str(calendar_view(named)).endswith("Wed 2026-12-02  Exam: X")
