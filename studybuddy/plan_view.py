"""A study plan as a calendar: one row a week, one column a weekday, as HTML and as text."""

from __future__ import annotations

import html
from collections.abc import Mapping
from datetime import date, timedelta

from studybuddy.tools.planrows import NO_PLAN, exam_days, sessions

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")

# JupyterLab's own colours where there are any. The doubled class outweighs its rules for tables.
STYLE = """<style>
.sb-plan.sb-plan{border-collapse:collapse;table-layout:fixed;width:100%;max-width:56rem;
color:var(--jp-content-font-color1,#212121);font-family:var(--jp-content-font-family,sans-serif);
font-size:var(--jp-content-font-size1,14px)}
.sb-plan.sb-plan caption{text-align:left;color:inherit;padding:4px 0}
.sb-plan.sb-plan th,.sb-plan.sb-plan td{border:1px solid var(--jp-border-color1,#bdbdbd);
background:var(--jp-layout-color1,#fff);color:inherit;padding:4px 6px;text-align:left;
vertical-align:top;white-space:normal;overflow-wrap:anywhere}
.sb-plan.sb-plan .sb-exam{border:2px solid currentColor;font-weight:700}
</style>"""


class CalendarView:
    """A plan to look at: HTML in a notebook, the same as plain text elsewhere."""

    def __init__(self, text: str, table: str):
        self.text = text
        self.html = table

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict:
        return {"text/plain": self.text, "text/html": self.html}


def calendar_view(plan: Mapping) -> CalendarView:
    """The calendar of a plan: what `make_study_plan` or `plan_for_exams` returned.

    Weeks run from Monday; a week without sessions and exams is left out. The day of an exam says
    "Exam".

    Raises:
        ValueError: The plan holds an error, no sessions, or a date or session that is wrong.
    """
    if not isinstance(plan, Mapping):
        raise ValueError(NO_PLAN)
    days: dict[date, list[str]] = {}
    for day, topic, exam, hours in sessions(plan):
        words = f"{topic}, {hours:g} h"
        days.setdefault(day, []).append(f"{exam}: {words}" if exam else words)
    exams = {day: f"Exam: {name}" if name else "Exam" for day, name in exam_days(plan).items()}
    for day, name in exams.items():
        days[day] = [name, *days.get(day, [])]
    last = max(days)
    caption = f"Study plan from {min(days).isoformat()} to {last.isoformat()}"
    mondays = sorted({day - timedelta(days=day.weekday()) for day in days})
    return CalendarView(_text(caption, days), _html(caption, mondays, days, exams))


def _text(caption: str, days: dict[date, list[str]]) -> str:
    lines = [f"{WEEKDAYS[day.weekday()]} {day.isoformat()}  {'; '.join(days[day])}"
             for day in sorted(days)]
    return "\n".join([caption, *lines])


def _html(caption: str, mondays: list[date], days: dict, exams: dict) -> str:
    head = "".join(f'<th scope="col">{name}</th>' for name in WEEKDAYS)
    rows = []
    for monday in mondays:
        cells = []
        for day in (monday + timedelta(days=number) for number in range(7)):
            words = "".join(f"<br>{html.escape(entry)}" for entry in days.get(day, ()))
            kind = ' class="sb-exam"' if day in exams else ""
            cells.append(f"<td{kind}>{day.day} {MONTHS[day.month - 1]}{words}</td>")
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return (f'{STYLE}<table class="sb-plan"><caption>{caption}</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>")


# Not strftime: its names depend on the language of the machine.
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
