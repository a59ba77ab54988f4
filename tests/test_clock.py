"""What day it is: fixed by the environment, and read the same way on every Python version."""

from datetime import date, datetime

import pytest

from studybuddy import clock


def test_the_environment_fixes_the_day(monkeypatch):
    monkeypatch.setenv("STUDYBUDDY_TODAY", "2026-11-29")
    assert clock.today() == date(2026, 11, 29)


@pytest.mark.parametrize("value", [None, ""])
def test_without_the_variable_it_is_the_real_day(monkeypatch, value):
    monkeypatch.delenv("STUDYBUDDY_TODAY", raising=False)
    if value is not None:
        monkeypatch.setenv("STUDYBUDDY_TODAY", value)
    before = date.today()
    assert before <= clock.today() <= date.today()


@pytest.mark.parametrize("value", ["tomorrow", "2026-2-1", "2026-02-30", " 2026-02-01"])
def test_a_wrong_day_names_the_variable_and_the_form(monkeypatch, value):
    monkeypatch.setenv("STUDYBUDDY_TODAY", value)
    with pytest.raises(ValueError, match="STUDYBUDDY_TODAY") as problem:
        clock.today()
    assert "YYYY-MM-DD" in str(problem.value) or value in str(problem.value)


@pytest.mark.parametrize(
    "value",
    ["2028-02-29", date(2028, 2, 29), datetime(2028, 2, 29, 23, 59)],
)
def test_a_date_or_a_text_is_read(value):
    day = clock.read(value)
    assert day == date(2028, 2, 29)
    assert type(day) is date


@pytest.mark.parametrize(
    "value",
    [
        "20261205",  # date.fromisoformat reads these two from 3.11 on
        "2026-W49-6",
        "2026-1-05",
        "2026-12-5",
        "26-12-05",
        "05-12-2026",
        "2026/12/05",
        "2026-12-05T09:00:00",
        "2026-12-05\n",
        "\uff12\uff10\uff12\uff16-12-05",
        "2026-12-0\u00b2",
        "+026-12-05",
        "2026--1-05",
        "",
        None,
        20261205,
        20261205.0,
        ["2026-12-05"],
        b"2026-12-05",
    ],
)
def test_anything_else_shows_the_form(value):
    with pytest.raises(ValueError, match="YYYY-MM-DD"):
        clock.read(value)


@pytest.mark.parametrize("value", ["2027-02-29", "2026-13-01", "2026-00-01", "0000-01-01"])
def test_a_day_that_is_not_in_the_calendar(value):
    with pytest.raises(ValueError, match=f"{value} in the calendar"):
        clock.read(value)
