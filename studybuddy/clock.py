"""What day is it? The one place that answers, so that lessons and tests can fix the day."""

import os
from datetime import date, datetime

VARIABLE = "STUDYBUDDY_TODAY"
FORM = "YYYY-MM-DD, such as 2026-12-05"


def today() -> date:
    """Today's date: from the environment variable STUDYBUDDY_TODAY, else the machine's own.

    Only the environment of the process counts, never a `.env` file, so that a forgotten line there
    cannot stop time. An empty value counts as none.

    Raises:
        ValueError: The variable holds something else than a date YYYY-MM-DD.
    """
    value = os.environ.get(VARIABLE)
    if not value:
        return date.today()
    try:
        return read(value)
    except ValueError as reason:
        raise ValueError(f"The environment variable {VARIABLE} is wrong. {reason}") from None


def read(value: date | str) -> date:
    """A date from a date or from a text YYYY-MM-DD; of a date with a time, its date as written.

    Stricter than `date.fromisoformat`, which reads 20261205 and 2026-W49-6 from Python 3.11 on and
    refuses them before: the same text means the same here on every version.

    Raises:
        ValueError: Anything else, with a sentence that shows the form.
    """
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    if not isinstance(value, str) or not _has_form(value):
        raise ValueError(f"Write the date as {FORM}.")
    try:
        return date(int(value[:4]), int(value[5:7]), int(value[8:]))
    except ValueError:
        raise ValueError(f"There is no day {value} in the calendar.") from None


def _has_form(text: str) -> bool:
    """Whether a text has the form YYYY-MM-DD, in ASCII digits (`isdigit` alone accepts more)."""
    return (
        len(text) == 10
        and text[4] == text[7] == "-"
        and text.isascii()
        and (text[:4] + text[5:7] + text[8:]).isdigit()
    )
