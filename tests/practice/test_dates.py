"""Dates in words, counted from Sunday 2026-11-29."""

from datetime import date

import pytest

from studybuddy.practice.dates import add_months, find_dates

TODAY = date(2026, 11, 29)


@pytest.mark.parametrize("text, day", [
    ("2026-12-15", "2026-12-15"), ("2026/12/15", "2026-12-15"), ("18/12/2026", "2026-12-18"),
    ("18-12-26", "2026-12-18"), ("12/31/2026", "2026-12-31"), ("exam on 20/12", "2026-12-20"),
    ("5th jan", "2027-01-05"), ("jan 5 2027", "2027-01-05"), ("6 jan '27", "2027-01-06"),
    ("3rd of january 2027", "2027-01-03"), ("december 20th, 2026", "2026-12-20"),
    ("the first of february", "2027-02-01"), ("feb 29", "2028-02-29"),
    ("on the 14th", "2026-12-14"), ("on the tenth", "2026-12-10"),
    ("20th of next month", "2026-12-20"), ("monday 7th december", "2026-12-07"),
    ("on wednesday", "2026-12-02"), ("sunday", "2026-12-06"), ("next friday", "2026-12-04"),
    ("this saturday", "2026-12-05"), ("friday week", "2026-12-11"),
    ("friday after next", "2026-12-11"), ("monday next week", "2026-11-30"),
    ("a week from tuesday", "2026-12-08"), ("5 days from tomorrow", "2026-12-05"),
    ("first monday of january", "2027-01-04"), ("last friday of december", "2026-12-25"),
    ("in 10 days", "2026-12-09"), ("twenty one days from now", "2026-12-20"),
    ("in a fortnight", "2026-12-13"), ("exam is 3 weeks away", "2026-12-20"),
    ("10 days left for exam", "2026-12-09"), ("exactly one month from now", "2026-12-29"),
    ("day after tomorrow", "2026-12-01"), ("tomorrow", "2026-11-30"), ("today", "2026-11-29"),
    ("end of the month", "2026-11-30"), ("end of december", "2026-12-31"),
    ("last day of february", "2027-02-28"), ("two days before christmas", "2026-12-23"),
    ("the day after christmas", "2026-12-26"), ("mid january", "2027-01-15"),
])
def test_date(text, day):
    found = find_dates(text, TODAY)
    assert found and found[0].date.isoformat() == day


@pytest.mark.parametrize("text", [
    "31/02/2027", "99/99/9999", "next month some time", "3 chapters", "2 hours a day", "may i ask"])
def test_no_date(text):
    assert find_dates(text, TODAY) == []


def test_next_weekday_is_in_the_next_week():
    assert find_dates("next friday", date(2026, 11, 30))[0].date == date(2026, 12, 11)


def test_place_of_a_date_is_told():
    text = "exam on 5th jan, topics trees"
    found = find_dates(text, TODAY)[0]
    assert text[found.start : found.end] == "5th jan"


def test_months_end_on_their_last_day():
    assert add_months(date(2027, 1, 31), 1) == date(2027, 2, 28)
