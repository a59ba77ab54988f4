"""Dates as students write them -> calendar dates, counted from today.

A date without a year is the next one. Day comes before month (18/12/2026). A weekday is the next
one after today; `next Friday` is the Friday of the next week, weeks beginning on Monday.
"""

from __future__ import annotations

import calendar
import datetime
import re
from dataclasses import dataclass

from studybuddy.practice.numbers import ORDINALS, TENS, UNITS

MONTHS = {
    name: number
    for number, names in enumerate(
        [
            "jan january",
            "feb february",
            "mar march",
            "apr april",
            "may",
            "jun june",
            "jul july",
            "aug august",
            "sep sept september",
            "oct october",
            "nov november",
            "dec december",
        ],
        start=1,
    )
    for name in names.split()
}
DAYS = {
    name: number
    for number, names in enumerate(
        [
            "mon monday",
            "tue tues tuesday",
            "wed weds wednesday",
            "thu thur thurs thursday",
            "fri friday",
            "sat saturday",
            "sun sunday",
        ]
    )
    for name in names.split()
}

_MONTH = "(" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\b\.?"
_DAY = "(" + "|".join(sorted(DAYS, key=len, reverse=True)) + r")\b\.?"
_COUNTS = {**UNITS, **TENS, "a": 1, "an": 1, "couple": 2, "few": 3, "dozen": 12}
_COUNT = (
    r"(\d{1,3}|(?:twenty|thirty|forty|fifty|sixty|ninety)[ -](?:one|two|three|four|five|six|"
    r"seven|eight|nine)|a couple of|a few|"
    + "|".join(sorted((w for w in _COUNTS if len(w) > 1), key=len, reverse=True))
    + r"|a)"
)
_SPAN = r"(day|week|fortnight|month|year)s?'?(?: time)?"
_NTH_WORD = (
    "(" + "|".join(ORDINALS) + r"|(?:twenty|thirty)[ -](?:first|second|third|fourth|"
    r"fifth|sixth|"
    r"seventh|eighth|ninth)|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|"
    r"seventeenth|eighteenth|nineteenth|twentieth|thirtieth)"
)
_NTH = r"(\d{1,2})(?:st|nd|rd|th)|" + _NTH_WORD
_MORE_ORDINALS = {
    w: v
    for v, w in enumerate(
        "eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth "
        "nineteenth twentieth".split(),
        start=11,
    )
} | {"thirtieth": 30}
_HOLIDAYS = {
    "christmas eve": (12, 24),
    "christmas": (12, 25),
    "xmas": (12, 25),
    "new year's eve": (12, 31),
    "new years eve": (12, 31),
    "new year eve": (12, 31),
    "new year's day": (1, 1),
    "new year's": (1, 1),
    "new years": (1, 1),
    "new year": (1, 1),
    "republic day": (1, 26),
    "valentine's day": (2, 14),
    "independence day": (8, 15),
    "gandhi jayanti": (10, 2),
    "valentines day": (2, 14),
    "valentine day": (2, 14),
    "teachers day": (9, 5),
    "teacher's day": (9, 5),
    "children's day": (11, 14),
    "childrens day": (11, 14),
    "labour day": (5, 1),
    "may day": (5, 1),
    "april fools day": (4, 1),
    "boxing day": (12, 26),
    "halloween": (10, 31),
}


@dataclass(frozen=True, slots=True)
class Found:
    """A date and the part of the text (start, end) that says it."""

    date: datetime.date
    start: int
    end: int


def find_dates(text: str, today: datetime.date) -> list[Found]:
    """Every date in the text (small letters), in the order of the text, none overlapping."""
    found: list[Found] = []
    for pattern, read in _RULES:
        for match in pattern.finditer(text):
            if any(match.start() < f.end and f.start < match.end() for f in found):
                continue
            try:
                date = read(match, today)
            except (ValueError, OverflowError, KeyError):
                continue
            if date is not None:
                found.append(Found(date, match.start(), match.end()))
    return sorted(found, key=lambda f: f.start)


def count_of(text: str) -> int:
    """A small count in digits or words: `10`, `two`, `twenty one`, `a couple of`."""
    text = text.strip().replace("-", " ")
    if text.isdigit():
        return int(text)
    if text in ("a couple of", "a few"):
        return 2 if "couple" in text else 3
    return sum(_COUNTS[word] for word in text.split())


def _nth(text: str) -> int:
    text = text.replace("-", " ")
    if text.isdigit():
        return int(text)
    if text in _MORE_ORDINALS:
        return _MORE_ORDINALS[text]
    head, _, tail = text.rpartition(" ")
    return {"twenty": 20, "thirty": 30, "": 0}[head] + ORDINALS[tail]


def _year(text: str | None, month: int, day: int, today: datetime.date) -> datetime.date:
    if text:
        year = int(text.strip("' ,"))
        return datetime.date(year + 2000 if year < 100 else year, month, day)
    for year in range(today.year, today.year + 9):  # 29 February may be years away
        try:
            date = datetime.date(year, month, day)
        except ValueError:
            continue
        if date > today:
            return date
    raise ValueError("no such day")


def add_months(day: datetime.date, months: int) -> datetime.date:
    """The same day of the month, `months` later; the last day where that month is shorter."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return datetime.date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def _later(day: datetime.date, count: int, span: str) -> datetime.date:
    if span == "month":
        return add_months(day, count)
    if span == "year":
        return add_months(day, 12 * count)
    return day + datetime.timedelta(days=count * {"day": 1, "week": 7, "fortnight": 14}[span])


def _weekday(name: str, today: datetime.date) -> datetime.date:
    return today + datetime.timedelta(days=(DAYS[name] - today.weekday() - 1) % 7 + 1)


def _iso(m, today):
    return datetime.date(int(m[1]), int(m[2]), int(m[3]))


def _numeric(m, today):
    day, month = int(m[1]), int(m[2])
    if month > 12 >= day:
        day, month = month, day
    return _year(m[3], month, day, today)


def _day_month(m, today):
    return _year(m[3], MONTHS[m[2]], int(m[1]), today)


def _ordinal_month(m, today):
    return _year(m[3], MONTHS[m[2]], _nth(m[1]), today)


def _month_day(m, today):
    return _year(m[3], MONTHS[m[1]], int(m[2]), today)


def _this_or_next_month(m, today):
    day = _nth(m[1] or m[2] or m[3])
    month = add_months(today.replace(day=1), 1 if m[4] in ("next", "coming") else 0)
    return month.replace(day=day)


def _nth_alone(m, today):
    day = _nth(m[1] or m[2])
    month = today.replace(day=1)
    for ahead in range(13):
        start = add_months(month, ahead)
        try:
            date = start.replace(day=day)
        except ValueError:
            continue
        if date > today:
            return date
    return None


def _anchor(text: str, today: datetime.date) -> datetime.date:
    if text in ("now", "today", "tonight"):
        return today
    if text.startswith("tom"):
        return today + datetime.timedelta(days=1)
    name = text.split()[-1]
    return _weekday(name, today)


def _from_anchor(m, today):
    return _later(_anchor(m[3], today), count_of(m[1]), m[2])


def _weekday_week(m, today):
    return _weekday(m[1], today) + datetime.timedelta(days=7)


def _monday_after(today: datetime.date) -> datetime.date:
    return today + datetime.timedelta(days=7 - today.weekday())


def _weekday_next_week(m, today):
    name = next(g for g in m.groups() if g)
    return _monday_after(today) + datetime.timedelta(days=DAYS[name])


def _month_end(m, today):
    month = today
    if m[1] in MONTHS:
        month = _year(None, MONTHS[m[1]], 1, today)
        if today.month == MONTHS[m[1]]:
            month = today
    elif m[1] and m[1].startswith("next month"):
        month = add_months(today.replace(day=1), 1)
    elif m[1] and "year" in m[1]:
        return datetime.date(today.year, 12, 31)
    elif m[1] and "week" in m[1]:
        return today + datetime.timedelta(days=(6 - today.weekday()) % 7 or 7)
    return month.replace(day=calendar.monthrange(month.year, month.month)[1])


def _holiday(m, today):
    month, day = _HOLIDAYS[m[1].replace("  ", " ")]
    return _year(None, month, day, today)


def _relative_holiday(m, today):
    date = _holiday({1: m[3]}, today)
    step = datetime.timedelta(days=1 if m[1] == "the day" else count_of(m[1].rpartition(" ")[0]))
    return date - step if m[2] == "before" else date + step


def _half_more(m, today):
    weeks = {"week": 7, "month": 30}[m[2]]
    return today + datetime.timedelta(days=count_of(m[1]) * weeks + weeks // 2)


def _weekday_of_month(m, today):
    month = today.replace(day=1)
    if m[3] in MONTHS:
        month = _year(None, MONTHS[m[3]], 1, today) if MONTHS[m[3]] != today.month else month
    elif m[3].startswith(("next", "coming")):
        month = add_months(month, 1)
    if m[1] == "last":
        end = month.replace(day=calendar.monthrange(month.year, month.month)[1])
        return end - datetime.timedelta(days=(end.weekday() - DAYS[m[2]]) % 7)
    ahead = (DAYS[m[2]] - month.weekday()) % 7 + 7 * (
        _nth(m[1].removesuffix("st").removesuffix("nd").removesuffix("rd")) - 1
        if m[1][0].isdigit()
        else _nth(m[1]) - 1
    )
    return month + datetime.timedelta(days=ahead)


def _r(pattern: str) -> re.Pattern:
    return re.compile(rf"(?<![\w]){pattern}(?!\w)")


_YEAR = (
    r"(?:,? *(?:of )?('?\d{4}|'\d{2}|\d{2}(?! *(?:h\b|hr|hour|min|days|topics|:|am|pm|a day)))\b)?"
)
_LEAD = r"(?:" + "|".join(sorted(DAYS, key=len, reverse=True)) + r")?,? ?(?:the )?"
_HOLIDAY = "(" + "|".join(sorted(_HOLIDAYS, key=len, reverse=True)) + ")"
_NAMES = r"(?:the |this |next |coming )?" + "(?:" + "|".join(DAYS) + ")"

_RULES = [
    (
        _r(r"(the day|(?:" + _COUNT[1:-1] + r") days?) (before|after) " + _HOLIDAY),
        _relative_holiday,
    ),
    (_r(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})"), _iso),
    (_r(r"(\d{1,2}) ?[-/.] ?(\d{1,2}) ?[-/.] ?(\d{4}|\d{2})"), _numeric),
    (
        _r(_LEAD + r"(\d{1,2})(?:st|nd|rd|th)?(?: of|,)? ?[-/]? ?" + _MONTH + r"[-/]?" + _YEAR),
        _day_month,
    ),
    (
        _r(
            _LEAD + _MONTH + r" ?(?:the )?(\d{1,2})(?:st|nd|rd|th)?(?!\d|:| ?(?:hours?|hrs?|h\b|"
            r"minutes|%))" + _YEAR
        ),
        _month_day,
    ),
    (_r(r"(?:the )?" + _NTH_WORD + r" (?:of )?" + _MONTH + _YEAR), _ordinal_month),
    (
        _r(r"(?:the )?day after (?:tomorrow|tomorow|tommorow)"),
        lambda m, t: t + datetime.timedelta(days=2),
    ),
    (
        _r(
            r"(?:the )?(first|second|third|fourth|last|1st|2nd|3rd) "
            + _DAY
            + r" (?:of|in) (?:the )?("
            + "|".join(sorted(MONTHS, key=len, reverse=True))
            + r"|next month|this month|coming month)"
        ),
        _weekday_of_month,
    ),
    (
        _r(r"(?:a week (?:from )?tomorrow|tomorrow week|week tomorrow)"),
        lambda m, t: t + datetime.timedelta(days=8),
    ),
    (
        _r(r"(?:a week (?:from )?today|today week|this day next week)"),
        lambda m, t: t + datetime.timedelta(days=7),
    ),
    (_r(r"overmorrow"), lambda m, t: t + datetime.timedelta(days=2)),
    (
        _r(
            r"(?:exactly |about |just )?"
            + _COUNT
            + " "
            + _SPAN
            + r" (?:from|after|on from) (now|today|tonight|tomorrow|"
            + _NAMES
            + ")"
        ),
        _from_anchor,
    ),
    (_r(_DAY + r" (?:week|after next|after this)"), _weekday_week),
    (_r(_DAY + r" (?:of )?next week|next week(?:'s)?,? (?:on )?" + _DAY), _weekday_next_week),
    (
        _r(
            r"(?:the )?(?:last day|end|last date) of (?:the |this )?("
            + "|".join(MONTHS)
            + r"|next month|month|year|week)"
        ),
        _month_end,
    ),
    (
        _r(r"(?:the )?(month|year) ?- ?end|" + r"end (?:of )?(?:this )?(?:month)"),
        lambda m, t: _month_end({1: m[1]}, t),
    ),
    (_r(r"(?:in|within|after) " + r"(a|one|two|three) (week|month)s? and a half"), _half_more),
    (
        _r(
            r"(?:in|within|after|only|just|exactly|have|got|about) (?:about |exactly |just |only |"
            r"another |less than )?" + _COUNT + " " + _SPAN + r"(?! (?:a|per|each|every) )"
            r"(?: (?:from (?:now|today)|left|away|later|to go|time|until|till|before|more))?"
        ),
        lambda m, t: _later(t, count_of(m[1]), m[2]),
    ),
    (
        _r(
            _COUNT
            + " "
            + _SPAN
            + r" (?:from now|left|away|later|to go|to prepare|until|till|hence|"
            r"remaining|remain|to the|before (?:my|the))"
        ),
        lambda m, t: _later(t, count_of(m[1]), m[2]),
    ),
    (
        _r(r"(?:a )?fortnight(?: away| from now| from today)?"),
        lambda m, t: t + datetime.timedelta(days=14),
    ),
    (_r(r"(?:a )?(week|month) (?:away|later|left)"), lambda m, t: _later(t, 1, m[1])),
    (_r(_HOLIDAY), _holiday),
    (
        _r(
            r"(?:the )?(?:(\d{1,2})(?:st|nd|rd|th)|(first|second|third|fourth|fifth)|"
            r"(\d{1,2})) (?:of |day of )?(?:the )?(this|next|coming) month"
        ),
        _this_or_next_month,
    ),
    (_r(r"next " + _DAY), _weekday_next_week),
    (
        _r(
            r"(?:this coming |this |coming |upcoming |the coming )?"
            + _DAY
            + r"(?: ?,? ?the (\d{1,2})(?:st|nd|rd|th))?"
        ),
        lambda m, t: _nth_alone({1: m[2], 2: None}, t) if m[2] else _weekday(m[1], t),
    ),
    (_r(r"(?:tomorrow|tomorow|tommorow|tommorrow)"), lambda m, t: t + datetime.timedelta(days=1)),
    (_r(r"(?:today|tonight)"), lambda m, t: t),
    (
        _r(
            r"(?:the|on|by|is|date) (?:the )?(?:" + _NTH + ")(?! (?:chapter|unit|semester|sem|year|"
            "paper|exam|test|term|standard|grade|topic|"
            "law))"
        ),
        _nth_alone,
    ),
    (
        _r(
            r"(\d{1,2})(?:st|nd|rd|th)()(?! (?:chapter|unit|semester|sem|year|paper|exam|test|term|"
            r"standard|grade|topic|law))"
        ),
        _nth_alone,
    ),
    (_r(r"(?<=on )(\d{1,2})/(\d{1,2})()"), lambda m, t: _numeric({1: m[1], 2: m[2], 3: None}, t)),
    (_r(r"mid[ -]" + _MONTH), lambda m, t: _year(None, MONTHS[m[1]], 15, t)),
    (
        _r(
            r"(?:date|exam|test|is|due|by|before|till|until|for) (?:on |is |"
            r": ?)?(\d{1,2})/(\d{1,2})()"
        ),
        lambda m, t: _numeric({1: m[1], 2: m[2], 3: None}, t),
    ),
]
