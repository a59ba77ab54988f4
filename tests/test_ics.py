"""A plan as a calendar file, read back by a parser."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from icalendar import Calendar

from studybuddy import make_study_plan, plan_to_ics
from studybuddy.tools.planner import plan_for_exams

TODAY = "2026-11-29"
PLAN = make_study_plan(["Waves", "Optics"], "2026-12-05", 2, today=TODAY)
KOLKATA = {"timezone": "Asia/Kolkata"}


def events(text):
    calendar = Calendar.from_ical(text)
    return [item for item in calendar.walk("VEVENT")]


def test_one_event_a_session_with_its_time_and_zone():
    text = plan_to_ics(PLAN, **KOLKATA)
    found = events(text)
    assert len(found) == len(PLAN["plan"])
    for event, row in zip(found, PLAN["plan"], strict=True):
        assert event["summary"] == row["topic"]
        begin = datetime.fromisoformat(f"{row['date']}T17:00").replace(
            tzinfo=ZoneInfo("Asia/Kolkata"))
        assert event["dtstart"].dt == begin
        assert event["dtend"].dt - begin == timedelta(hours=2)
        assert event["dtstart"].params["TZID"] == "Asia/Kolkata"
        assert event["dtstamp"] and event["uid"]
    assert "BEGIN:VTIMEZONE\r\nTZID:Asia/Kolkata" in text


def test_the_rules_of_the_format():
    text = plan_to_ics(PLAN, **KOLKATA)
    assert text.startswith("BEGIN:VCALENDAR\r\n") and text.endswith("END:VCALENDAR\r\n")
    assert "VERSION:2.0\r\n" in text and "PRODID:" in text
    assert text.count("\n") == text.count("\r\n")
    assert max(len(line.encode()) for line in text.split("\r\n")) <= 75


def test_it_can_be_written_to_a_file(tmp_path):
    path = tmp_path / "plan.ics"
    text = plan_to_ics(PLAN, path, **KOLKATA)
    assert path.read_bytes() == text.encode("utf-8")


def test_the_rows_alone_will_do():
    assert len(events(plan_to_ics(PLAN["plan"], **KOLKATA))) == len(PLAN["plan"])


def test_importing_again_changes_events_and_adds_none():
    first, second = (events(plan_to_ics(PLAN, **KOLKATA, start=start))
                     for start in ("17:00", "18:30"))
    uids = [event["uid"] for event in first]
    assert uids == [event["uid"] for event in second]
    assert len(set(uids)) == len(uids)


def test_sessions_of_a_day_follow_each_other():
    plan = make_study_plan(["A", "B", "C"], "2026-12-01", 3, today=TODAY)
    found = events(plan_to_ics(plan, **KOLKATA, start="09:30"))
    assert [event["dtstart"].dt.strftime("%H:%M") for event in found] == ["09:30", "10:30", "11:30"]


def test_a_long_day_ends_at_midnight_at_the_latest():
    plan = make_study_plan(["A"], "2026-12-01", 12, today=TODAY)
    event, = events(plan_to_ics(plan, **KOLKATA))
    assert event["dtstart"].dt.strftime("%d %H:%M") == "30 12:00"
    assert event["dtend"].dt.strftime("%d %H:%M") == "01 00:00"


def test_summer_time_keeps_the_hour_on_the_clock():
    rows = [{"date": day, "topic": "A", "hours": 1} for day in ("2027-03-27", "2027-03-28")]
    found = events(plan_to_ics(rows, timezone="Europe/London"))
    assert [event["dtstart"].dt.hour for event in found] == [17, 17]
    assert [event["dtstart"].dt.utcoffset() for event in found] == [timedelta(0),
                                                                   timedelta(hours=1)]


def test_several_exams_name_the_exam():
    plan = plan_for_exams([{"name": "OS", "exam_date": "2026-12-01", "topics": ["Locks"]}],
                          today=TODAY)
    assert [event["summary"] for event in events(plan_to_ics(plan, **KOLKATA))] == ["OS: Locks"]


def test_a_topic_is_only_text():
    topic = "Waves; a, b\\c\r\nEND:VEVENT\r\nBEGIN:VALARM \u0915\u094d\u0937 \ud83d"
    rows = [{"date": date(2026, 12, 1), "topic": topic, "hours": 1}]
    event, = events(plan_to_ics(rows, **KOLKATA))
    assert event["summary"] == "Waves; a, b\\c END:VEVENT BEGIN:VALARM \u0915\u094d\u0937 ?"


def test_without_a_zone_the_one_of_the_machine_is_named(monkeypatch):
    monkeypatch.setattr("tzlocal.get_localzone_name", lambda: "Europe/Paris")
    assert "TZID=Europe/Paris" in plan_to_ics(PLAN)

    def unknown():
        raise LookupError

    monkeypatch.setattr("tzlocal.get_localzone_name", unknown)
    assert "DTSTART:20261130T170000Z" in plan_to_ics(PLAN)


@pytest.mark.parametrize(("plan", "word"), [
    ({"error": "exam_date is in the past."}, "in the past"),
    ({"plan": []}, "no plan"), ({}, "no plan"), ("2026", "no plan"), (None, "no plan"),
    ([1], "dictionary"),
    ([{"date": "5 December", "topic": "A", "hours": 1}], "YYYY-MM-DD"),
    ([{"topic": "A", "hours": 1}], "YYYY-MM-DD"),
    ([{"date": "2026-12-05", "topic": " ", "hours": 1}], "topic"),
    ([{"date": "2026-12-05", "topic": "A", "hours": 0}], "hours"),
    ([{"date": "2026-12-05", "topic": "A", "hours": True}], "hours"),
    ([{"date": "2026-12-05", "topic": "A", "hours": float("nan")}], "hours"),
    ([{"date": "2026-12-05", "topic": "A", "hours": 13}] * 2, "longer than a day"),
    ([{"date": "2026-12-05", "topic": "A", "hours": 10**400}], "hours"),
    ([{"date": "9999-12-31", "topic": "A", "hours": 1}], "too late"),
    *(([{"date": "2026-12-05", "topic": topic, "hours": 1}], "topic")
      for topic in ("\0", "\u202e", "\u2800", "\u0301")), (b"2026", "no plan"),
])
def test_a_wrong_plan_is_one_sentence(plan, word):
    with pytest.raises(ValueError, match=word):
        plan_to_ics(plan, **KOLKATA)


def test_a_path_with_a_nul():
    with pytest.raises(ValueError, match="path holds a NUL"):
        plan_to_ics(PLAN, "a\0.ics")


def test_no_control_or_turning_character_comes_into_the_file():
    row = {"date": "2026-12-05", "topic": "A\x07\x1b[2K\u202e\0B", "exam": "X\x08", "hours": 1}
    assert [event["summary"] for event in events(plan_to_ics([row]))] == ["X: A [2K B"]


@pytest.mark.parametrize("zone", ["Kolkata", "", "../etc/passwd", "/etc", 5, "a\0b"])
def test_a_wrong_zone(zone):
    with pytest.raises(ValueError, match="Asia/Kolkata"):
        plan_to_ics(PLAN, timezone=zone)


@pytest.mark.parametrize("start", ["5pm", "17", "25:00", "17:00:00", None, 17])
def test_a_wrong_time(start):
    with pytest.raises(ValueError, match="HH:MM"):
        plan_to_ics(PLAN, **KOLKATA, start=start)
