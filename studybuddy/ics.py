"""A study plan as a file that calendars on phones and laptops read (iCalendar, RFC 5545)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5
from zoneinfo import ZoneInfo

from studybuddy.tools.planrows import sessions

START = "17:00"


def plan_to_ics(
    plan: Mapping | Sequence[Mapping],
    path: str | Path | None = None,
    *,
    start: str = START,
    timezone: str | None = None,
) -> str:
    """Write a plan as a calendar with one event for each session.

    The first session of a day begins at `start`, the next one when it ends. A day that would go
    past midnight begins earlier, so that it ends then. The same session has the same UID each
    time, so importing a plan again changes its events instead of adding them twice.

    Args:
        plan: What `make_study_plan` or `plan_for_exams` returned, or only its rows, each
            {"date": YYYY-MM-DD, "topic": text, "hours": number, above 0 and at most 24}.
        path: A file to write as well, best with the ending .ics.
        start: The time of the first session, HH:MM.
        timezone: The name of a time zone, such as "Asia/Kolkata" or "Europe/London"; that of this
            machine when left out, or UTC when it has none with a name.

    Returns:
        The text of the file; its lines end with CR and LF.

    Raises:
        ValueError: The plan holds an error or no rows, or a row, the time, the zone or the path is
            wrong.
        OSError: The file cannot be written.
        ImportError: The package icalendar is not installed.
    """
    rows = list(sessions(plan))
    begin = _time(start)
    zone = _zone(timezone)
    if path is not None and "\0" in str(path):
        raise ValueError("path holds a NUL, which no file name has.")
    try:
        from icalendar import Calendar, Event
    except ImportError:
        raise ImportError('Calendar files need a package more: pip install "studybuddy[notes]"'
                          ) from None

    calendar = Calendar()
    calendar.add("prodid", "-//StudyBuddy//Study plan//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", "Study plan")
    stamp = datetime.now(UTC).replace(microsecond=0)
    for number, day, topic, exam, from_time, to_time in _timed(rows, begin):
        event = Event()
        event.add("uid", f"{uuid5(NAMESPACE_URL, f'studybuddy/{day}/{number}/{exam}/{topic}')}"
                         "@studybuddy")
        event.add("dtstamp", stamp)
        event.add("summary", f"{exam}: {topic}" if exam else topic)
        event.add("dtstart", from_time.replace(tzinfo=zone))
        event.add("dtend", to_time.replace(tzinfo=zone))
        calendar.add_component(event)
    calendar.add_missing_timezones()
    data = calendar.to_ical()
    if path is not None:
        Path(path).write_bytes(data)
    return data.decode("utf-8")


def _timed(rows, begin: time):
    """Each session with its number on the day and its times: one after the other on a day."""
    by_day: dict[date, list[tuple[str, str, timedelta]]] = {}
    for day, topic, exam, hours in rows:
        # Whole minutes; the shortest is one.
        length = timedelta(minutes=max(1, round(hours * 60)))
        by_day.setdefault(day, []).append((topic, exam, length))
    for day, parts in sorted(by_day.items()):
        total = sum((length for _, _, length in parts), timedelta())
        midnight = datetime.combine(day, time()) + timedelta(days=1)
        if total > timedelta(days=1):
            raise ValueError(f"The sessions of {day.isoformat()} are longer than a day.")
        now = min(datetime.combine(day, begin), midnight - total)
        for number, (topic, exam, length) in enumerate(parts):
            yield number, day, topic, exam, now, now + length
            now += length


def _time(start: str) -> time:
    try:
        if len(start) != 5 or not start.isascii():
            raise ValueError
        return datetime.strptime(start, "%H:%M").time()
    except (TypeError, ValueError):
        raise ValueError('start must be a time HH:MM, such as "17:00".') from None


def _zone(name: str | None) -> ZoneInfo:
    if name is None:
        try:
            from tzlocal import get_localzone_name

            return ZoneInfo(get_localzone_name())
        except Exception:  # no name is known, or the machine's settings contradict each other
            return ZoneInfo("UTC")
    try:
        return ZoneInfo(name)
    except (KeyError, OSError, TypeError, ValueError):  # a file system's or zoneinfo's own error
        raise ValueError("timezone must be the name of a time zone, such as \"Asia/Kolkata\" or "
                         "\"Europe/London\".") from None
