"""The sessions and exams of a plan that was made before, checked again before they are shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import MAXYEAR, date

from studybuddy import clock
from studybuddy.tools.names import is_seen, plain

NO_PLAN = "This is no plan with sessions. Use what make_study_plan returned."
MAX_HOURS = 24
"""Hours of one session."""


def sessions(plan: object) -> Iterator[tuple[date, str, str, float]]:
    """The sessions of a plan: (day, topic, exam or "", hours), names on one line.

    Args:
        plan: What `make_study_plan` or `plan_for_exams` returned, or only its rows.

    Raises:
        ValueError: The plan holds an error or no rows, or a row is wrong; a sentence says which.
    """
    if isinstance(plan, Mapping):
        if plan.get("error"):
            said = plain(str(plan["error"]))[:300]
            raise ValueError(f"This plan holds an error, not sessions: {said}")
        plan = plan.get("plan")
    if not isinstance(plan, Sequence) or isinstance(plan, (str, bytes)) or not plan:
        raise ValueError(NO_PLAN)
    for number, row in enumerate(plan, 1):
        if not isinstance(row, Mapping):
            raise ValueError(f"Session {number} must be a dictionary with date, topic and hours.")
        day = _day(row.get("date"), f"session {number}")
        topic, exam, hours = row.get("topic"), row.get("exam", ""), row.get("hours")
        if not (isinstance(topic, str) and isinstance(exam, str) and is_seen(plain(topic))):
            raise ValueError(f"Session {number} needs a topic, and an exam must be a text.")
        if (isinstance(hours, bool) or not isinstance(hours, int | float)
                or not 0 < hours <= MAX_HOURS):  # false for "not a number" too
            raise ValueError(f"The hours of session {number} must be above 0 and at most "
                             f"{MAX_HOURS}.")
        yield day, plain(topic), plain(exam), hours


def exam_days(plan: Mapping) -> dict[date, str]:
    """The days of a plan's exams, each with the name of its first exam, or "" where it has none.

    Raises:
        ValueError: An exam or its date is wrong; a sentence says which.
    """
    found: dict[date, str] = {}
    exams = plan.get("exams", [])
    if not isinstance(exams, list | tuple):
        raise ValueError("exams must be a list, as plan_for_exams returns it.")
    for number, exam in enumerate(exams, 1):
        if not isinstance(exam, Mapping) or not isinstance(exam.get("name"), str):
            raise ValueError(f"Exam {number} must be a dictionary with name and exam_date.")
        found.setdefault(_day(exam.get("exam_date"), f"exam {number}"), plain(exam["name"]))
    if plan.get("exam_date"):
        found[_day(plan["exam_date"], "the exam")] = ""
    return found


def _day(value: object, whose: str) -> date:
    try:
        day = clock.read(value or "")  # type: ignore[arg-type]
    except ValueError as reason:
        raise ValueError(f"The date of {whose} is wrong. {reason}") from None
    if day.year == MAXYEAR:  # the week of its last days has no end
        raise ValueError(f"The date of {whose} is too late for a calendar.")
    return day
