"""One plan for several exams: the days are shared, the rules of the single plan hold."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studybuddy.tools.planner import make_study_plan, plan_for_exams

TODAY = "2026-11-29"


def exam(name, day, *topics):
    return {"name": name, "exam_date": day, "topics": list(topics)}


def rows(plan):
    return [(row["date"][5:], row["exam"], row["topic"], row["hours"]) for row in plan["plan"]]


def test_the_hours_of_a_day_are_shared_and_the_nearest_exam_comes_first():
    plan = plan_for_exams([exam("OS", "2026-12-04", "Locks"), exam("DS", "2026-12-02", "Heaps")],
                          3, today=TODAY)
    assert plan["exams"] == [
        {"name": "DS", "exam_date": "2026-12-02", "days_left": 3},
        {"name": "OS", "exam_date": "2026-12-04", "days_left": 5}]
    assert rows(plan) == [
        ("11-30", "DS", "Heaps", 1.5), ("11-30", "OS", "Locks", 1.5),
        ("12-01", "DS", "Revision", 1.5), ("12-01", "OS", "Locks", 1.5),
        ("12-02", "OS", "Locks", 3), ("12-03", "OS", "Revision", 3)]
    assert plan["total_hours"] == 12
    assert "note" not in plan


def test_one_exam_gives_the_plan_of_one_exam():
    alone = make_study_plan(["A", "B", "C"], "2026-12-09", 2.5, today=TODAY)
    shared = plan_for_exams([exam("X", "2026-12-09", "A", "B", "C")], 2.5, today=TODAY)
    assert [{k: row[k] for k in ("date", "topic", "hours")} for row in shared["plan"]] == (
        alone["plan"])
    assert shared["total_hours"] == alone["total_hours"]


def test_an_exam_tomorrow_has_today():
    plan = plan_for_exams([exam("X", "2026-11-30", "A"), exam("Y", "2026-12-01", "B")],
                          today=TODAY)
    assert rows(plan) == [("11-29", "X", "A", 2), ("11-30", "Y", "B", 2)]
    assert plan["note"] == "X: The exam is tomorrow, so the plan is for today."


@pytest.mark.parametrize(("exams", "word"), [
    ([], "1 to 8"), (None, "1 to 8"), ("DBMS", "1 to 8"), ([exam("X", TODAY, "A")] * 9, "1 to 8"),
    ([{"name": "X"}], "needs name, exam_date and topics"), (["X"], "needs name"),
    ([exam("", "2026-12-05", "A")], "name of 1 to 100"),
    ([exam(None, "2026-12-05", "A")], "name of 1 to 100"),
    ([exam("x", "2026-12-05", "A"), exam("X", "2026-12-06", "A")], "Two exams are called X"),
    ([exam("X", "2024-12-05", "A")], "X: exam_date 2024-12-05 is in the past. Today is 2026-11-29"),
    ([exam("X", "2026-12-05")], "X: topics is empty"),
    ([exam("X", "5 Dec", "A")], "YYYY-MM-DD"),
])
def test_wrong_exams_are_one_sentence(exams, word):
    assert word in plan_for_exams(exams, today=TODAY)["error"]


@pytest.mark.parametrize("other", ["X\u200d", "x", "X\ufe0f", "\u202eX"])
def test_two_names_that_look_the_same(other):
    said = plan_for_exams([exam("X", "2026-12-05", "A"), exam(other, "2026-12-06", "B")],
                          today=TODAY)
    assert said["error"].startswith("Two exams are called ")


@pytest.mark.parametrize("name", ["\u2800", "\u0301", "\U000e0041", "\0", 5])
def test_a_name_that_nobody_sees(name):
    said = plan_for_exams([exam(name, "2026-12-05", "A")], today=TODAY)
    assert said["error"] == "Exam 1 needs a name of 1 to 100 characters."


def test_wrong_hours_and_today():
    one = [exam("X", "2026-12-05", "A")]
    assert "hours_per_day" in plan_for_exams(one, 0, today=TODAY)["error"]
    assert "today is wrong" in plan_for_exams(one, today="now")["error"]
    crowd = [exam(str(n), "2026-12-01", *map(str, range(50))) for n in range(8)]
    assert "too little" in plan_for_exams(crowd, 0.25, today=TODAY)["error"]


DAYS = st.integers(1, 40)


@settings(deadline=None)
@given(st.lists(st.tuples(DAYS, st.integers(1, 6)), min_size=1, max_size=5),
       st.sampled_from([0.5, 1, 1.1, 2, 3.33, 12]))
def test_no_day_has_too_much_and_each_topic_has_time(wanted, hours):
    from datetime import date, timedelta

    now = date(2026, 11, 29)
    exams = [exam(f"E{n}", (now + timedelta(days)).isoformat(),
                  *(f"E{n} topic {t}" for t in range(topics)))
             for n, (days, topics) in enumerate(wanted)]
    plan = plan_for_exams(exams, hours, today=now)
    assert "error" not in plan
    totals, studied = {}, set()
    dates = {one["name"]: one["exam_date"] for one in exams}
    for row in plan["plan"]:
        totals[row["date"]] = totals.get(row["date"], 0) + row["hours"]
        studied.add((row["exam"], row["topic"]))
        assert 0 < row["hours"] and row["date"] < dates[row["exam"]]
    assert all(abs(total - hours) < 1e-9 for total in totals.values())
    assert studied >= {(one["name"], topic) for one in exams for topic in one["topics"]}
