"""Typing errors, casual forms, numbers in words and Indian digit groups."""

import pytest

from studybuddy.practice.numbers import read
from studybuddy.practice.words import MAX_CHARS, mend, plain, stem, tidy


@pytest.mark.parametrize("typed, meant", [
    ("precent", "percent"), ("sqaure", "square"), ("diffrence", "difference"),
    ("avrage", "average"), ("tommorow", "tomorrow"), ("wensday", "wednesday"),
    ("shedule", "schedule"), ("remaning", "remaining"), ("substract", "subtract")])
def test_typing_errors_are_mended(typed, meant):
    assert mend(typed) == meant


@pytest.mark.parametrize("word", [
    "plants", "texts", "there", "with", "course", "course", "match", "house", "diary", "weak"])
def test_ordinary_words_stay(word):
    assert mend(word) == word


def test_casual_forms():
    assert plain("Whats the diff btwn u n me") == "what is the difference between you and me"


@pytest.mark.parametrize("typed, line, numbers", [
    ("15% of 2,40,000", "P0 of N1", ["15", "240000"]),
    ("3.2 lakh and 1 crore", "N0 and N1", ["3.2 * 100000", "1 * 10000000"]),
    ("a dozen and a half eggs", "N0 eggs", ["18"]),
    ("half a dozen", "N0", ["6"]),
    ("one hundred and five", "N0", ["105"]),
    ("twenty-two", "N0", ["22"]),
    ("three quarters of 8", "F0 of N1", ["3 / 4", "8"]),
    ("a day and a half", "N0 day", ["1.5"]),
    ("₹1,500 or rs. 200/-", "N0 or N1", ["1500", "200"]),
    ("20k", "N0", ["20 * 1000"]),
    ("3NF, IPv4 and 2PL", "3nf , ipv4 and 2pl", []),
    ("5th test, semester 6.", "O0 test , semester L1 .", ["5", "6"]),
    ("at −1 each", "at N0 each", ["-1"]),
    ("do that one again", "do that one again", []),
    ("१२ + ３", "N0 + N1", ["12", "3"]),
])
def test_reading(typed, line, numbers):
    reading = read(typed)
    assert (reading.line, [t.expr for t in reading.numbers]) == (line, numbers)


def test_text_is_bounded():
    assert len(tidy("x" * 100_000)) == MAX_CHARS
    assert tidy(None) == ""


def test_stems_meet():
    assert stem("classes") == stem("class")
    assert stem("attended") == stem("attend") == stem("attendance")
