"""A study plan: which topic on which day, and for how long.

The rules, in words:

- Study days run from tomorrow to the day before the exam. When the exam is tomorrow, today is the
  only one.
- With at least as many days as topics, each topic has whole days in a row, the first topics one
  day more where it does not come out even. Days that are left are for revision at the end: one in
  `REVISION_EVERY` days, at least one.
- With more topics than days, each day has several sessions, and the hours of the day are shared
  equally between them. There is no revision then.
- Hours are counted in hundredths and rounded once for each day, so that the sessions of a day add
  up to the day, never to more.
- Where the exam is far away, at most `MAX_DAYS` days are planned, spread evenly, and a note says
  so; fewer where long topics would make more than `MAX_SIZE` characters of rows.
"""

from datetime import date, timedelta

from studybuddy import clock
from studybuddy.tools.names import is_seen, plain, same

MAX_TOPICS = 50
MAX_TOPIC_LENGTH = 100
"""Characters of a topic."""
MIN_HOURS, MAX_HOURS = 0.25, 12
"""Hours of study a day."""
MAX_DAYS_LEFT = 731
"""Days to the exam: two years with a leap day. More is most likely a wrong year."""
MAX_DAYS = 120
"""Days in a plan."""
MAX_SIZE = 17_000
"""Characters of all rows as JSON. With the notes a plan stays below 20,000, where an answer to a
model is cut."""
ROW_SIZE = len('{"date": "2026-12-05", "topic": "", "hours": 12.25}, ')
MAX_REPEATED = 5
"""Repeated topics that the note names."""
MAX_EXAMS = 8
REVISION_EVERY = 7
SHORT_SESSION = 25
"""Hundredths of an hour. A session below this is planned, and a note says that it is short."""
REVISION = "Revision"


def make_study_plan(
    topics: list[str],
    exam_date: str,
    hours_per_day: float = 2,
    *,
    today: date | str | None = None,
) -> dict:
    """Make a study plan: for each day until an exam, which topic to study and for how long.

    Use it when the student asks for a study plan, a revision plan or a timetable. Ask for the exam
    date first if it is not known; never guess it. Each topic gets time, and the last days are for
    revision where there is room.

    Args:
        topics: The topics to study, in order, one text for each, such as ["Waves", "Optics"].
            From 1 to 50 topics of at most 100 characters.
        exam_date: The day of the exam as YYYY-MM-DD, such as 2026-12-05. It must be after today.
        hours_per_day: Hours of study a day, from 0.25 to 12. Half an hour is 0.5.
        today: The day to plan from, a date or a text YYYY-MM-DD; the current day when left out.

    Returns:
        {"exam_date": text, "days_left": int, "plan": [{"date": text, "topic": text, "hours":
        float}], "total_hours": float}, the rows in order of date, hours rounded to 0.01, and
        "note" where something needs a word; or {"error": sentence}. `days_left` is the exam date
        minus today in calendar days. The function never raises.
    """
    try:
        names, notes = _topics(topics)
        hundredths = _hundredths(hours_per_day)
        now = _today(today)
        exam = _exam(exam_date, now)
        days, plan = _sessions(names, now, exam, hundredths, notes)
    except ValueError as reason:
        return {"error": str(reason)}
    result = {
        "exam_date": exam.isoformat(),
        "days_left": (exam - now).days,
        "plan": [
            {"date": day.isoformat(), "topic": topic, "hours": part / 100}
            for day, topic, part in plan
        ],
        "total_hours": hundredths * len(days) / 100,
    }
    if notes:
        result["note"] = " ".join(notes)
    return result


def plan_for_exams(
    exams: list[dict], hours_per_day: float = 2, *, today: date | str | None = None
) -> dict:
    """Make one study plan for several exams that share the days.

    Each exam has the study days and the order of topics that `make_study_plan` gives it alone. The
    hours of a day are shared equally between the exams that have work on this day, the nearest
    exam first; so a later exam gets whole days when the earlier ones are over.

    Args:
        exams: From 1 to 8 exams, each {"name": text, "exam_date": YYYY-MM-DD, "topics": list},
            with topics as in `make_study_plan` and a different name each.
        hours_per_day: Hours of study a day for all exams together, from 0.25 to 12.
        today: The day to plan from, a date or a text YYYY-MM-DD; the current day when left out.

    Returns:
        {"exams": [{"name": text, "exam_date": text, "days_left": int}], "plan": [{"date": text,
        "topic": text, "hours": float, "exam": text}], "total_hours": float}, the rows in order of
        date, and "note" where something needs a word; or {"error": sentence}. It never raises.
    """
    try:
        hundredths = _hundredths(hours_per_day)
        now = _today(today)
        notes: list[str] = []
        wanted = _exams(exams, now, notes)
        sessions = _share_days(wanted, now, hundredths, notes)
    except ValueError as reason:
        return {"error": str(reason)}
    result = {
        "exams": [
            {"name": name, "exam_date": exam.isoformat(), "days_left": (exam - now).days}
            for name, exam, _ in wanted
        ],
        "plan": [
            {"date": day.isoformat(), "topic": topic, "hours": part / 100, "exam": name}
            for day, name, topic, part in sessions
        ],
        "total_hours": sum(part for *_, part in sessions) / 100,
    }
    if notes:
        result["note"] = " ".join(dict.fromkeys(notes))
    return result


def _exams(exams, now, notes):
    """The exams as (name, date, topics), the nearest first."""
    form = '{"name": "DBMS", "exam_date": "2026-12-05", "topics": ["Keys", "Joins"]}'
    if not isinstance(exams, list | tuple) or not 1 <= len(exams) <= MAX_EXAMS:
        raise ValueError(f"exams must be a list of 1 to {MAX_EXAMS} exams, each such as {form}.")
    found = {}
    for number, exam in enumerate(exams, 1):
        if not isinstance(exam, dict) or not {"name", "exam_date", "topics"} <= exam.keys():
            raise ValueError(f"Exam {number} needs name, exam_date and topics, such as {form}.")
        name = plain(exam["name"]) if isinstance(exam["name"], str) else ""
        if not is_seen(name) or len(name) > MAX_TOPIC_LENGTH:
            raise ValueError(f"Exam {number} needs a name of 1 to {MAX_TOPIC_LENGTH} characters.")
        if same(name) in found:
            raise ValueError(f"Two exams are called {name}. Give each a name of its own.")
        try:
            topics, said = _topics(exam["topics"])
            found[same(name)] = (name, _exam(exam["exam_date"], now), topics)
        except ValueError as reason:
            raise ValueError(f"{name}: {reason}") from None
        notes += [f"{name}: {sentence}" for sentence in said]
    return sorted(found.values(), key=lambda exam: exam[1])


def _share_days(exams, now, hundredths, notes):
    """The sessions of all exams in order: (day, exam, topic, hundredths of an hour)."""
    by_day: dict = {}
    for name, exam, topics in exams:
        said: list[str] = []
        days = _study_days(now, exam, said)
        notes += [f"{name}: {sentence}" for sentence in said]
        for day, names in zip(days, _layout(topics, days), strict=True):
            by_day.setdefault(day, []).append((name, names))
    sessions = []
    for day in sorted(by_day):
        work = by_day[day]
        for (name, names), share in zip(work, _shares(hundredths, len(work)), strict=True):
            sessions += [
                (day, name, topic, part)
                for topic, part in zip(names, _shares(share, len(names)), strict=True)
            ]
    busiest = max(sum(len(names) for _, names in work) for work in by_day.values())
    _check_sessions(min(part for *_, part in sessions), busiest, hundredths, notes)
    return sessions


# What comes in. Each function returns a clean value or raises ValueError with a sentence.


def _topics(topics):
    """The topics, each once, and notes about what was left out. One bare text is one topic."""
    form = 'topics must be a list of texts, such as ["Waves", "Optics"].'
    if isinstance(topics, str):
        topics = [topics]
    if not isinstance(topics, list | tuple):
        raise ValueError(form)
    if not topics:
        raise ValueError(f"topics is empty. Name at least one topic. {form}")
    if len(topics) > MAX_TOPICS:
        raise ValueError(f"topics has {len(topics)} topics. Use at most {MAX_TOPICS}.")
    once: dict[str, str] = {}
    repeated: dict[str, str] = {}
    for number, topic in enumerate(topics, 1):
        if not isinstance(topic, str):
            raise ValueError(f"Topic {number} is not a text. {form}")
        name = plain(topic)
        if not is_seen(name):
            raise ValueError(f"Topic {number} is empty. Leave it out or give it a name.")
        if len(name) > MAX_TOPIC_LENGTH:
            raise ValueError(
                f"Topic {number} is too long. Use at most {MAX_TOPIC_LENGTH} characters."
            )
        if name.startswith(("['", '["')) and name.endswith("]"):
            raise ValueError(f"Topic {number} is a whole list written as one text. {form}")
        key = same(name)
        if key in once:
            repeated[key] = once[key]
        else:
            once[key] = name
    notes = []
    if repeated:
        named = list(repeated.values())[:MAX_REPEATED]
        more = len(repeated) - len(named)
        notes.append(f"Named more than once, planned once: {', '.join(named)}"
                     + (f" and {more} more." if more else "."))
    return list(once.values()), notes


def _hundredths(hours):
    """The hours of a day in whole hundredths, never more than asked for."""
    known = isinstance(hours, int | float) and not isinstance(hours, bool)
    if not known or not MIN_HOURS <= hours <= MAX_HOURS:  # false for "not a number" too
        raise ValueError(
            f"hours_per_day must be a number from {MIN_HOURS} to {MAX_HOURS}, such as 2 or 1.5."
        )
    part = round(hours * 100)
    return part if part / 100 <= hours else part - 1


def _today(today):
    if today is None:
        return clock.today()
    try:
        return clock.read(today)
    except ValueError as reason:
        raise ValueError(f"today is wrong. {reason}") from None


def _exam(exam_date, now):
    known = f"Today is {now.isoformat()}."
    if not isinstance(exam_date, str):
        raise ValueError(f"exam_date must be a text YYYY-MM-DD, such as 2026-12-05. {known}")
    try:
        exam = clock.read(exam_date)
    except ValueError as reason:
        raise ValueError(f"exam_date is wrong. {reason} {known}") from None
    if exam <= now:
        when = "today" if exam == now else "in the past"
        raise ValueError(f"exam_date {exam.isoformat()} is {when}. {known} Give a later date.")
    if (exam - now).days > MAX_DAYS_LEFT:
        raise ValueError(
            f"exam_date {exam.isoformat()} is more than two years away. {known} Check the year."
        )
    return exam


# The plan.


def _sessions(topics, now, exam, hundredths, notes):
    """The days and the sessions of a plan for one exam, as many as fit into an answer."""
    most = MAX_DAYS
    while True:
        said: list[str] = []
        days = _study_days(now, exam, said, most)
        plan = _spread(topics, days, hundredths, said)
        size = sum(ROW_SIZE + len(topic) + topic.count('"') + topic.count("\\")
                   for _, topic, _ in plan)
        if size <= MAX_SIZE:
            notes += said
            return days, plan
        most = len(days) * MAX_SIZE // size  # less than before, so this ends


def _study_days(now, exam, notes, most=MAX_DAYS):
    """The days to study, in order, at most `most`; the first and the last are always there."""
    count = (exam - now).days - 1
    if count == 0:
        notes.append("The exam is tomorrow, so the plan is for today.")
        return [now]
    days = [now + timedelta(days=number + 1) for number in range(count)]
    if count <= most:
        return days
    notes.append(
        f"The exam is {count + 1} days away. The plan has {most} study days, spread evenly."
    )
    return [days[number * (count - 1) // (most - 1)] for number in range(most)]


def _spread(topics, days, hundredths, notes):
    """The sessions in order: (day, topic, hundredths of an hour)."""
    per_day = _layout(topics, days)
    _check_sessions(hundredths // len(per_day[0]), len(per_day[0]), hundredths, notes)
    return [
        (day, name, part)
        for day, names in zip(days, per_day, strict=True)
        for name, part in zip(names, _shares(hundredths, len(names)), strict=True)
    ]


def _layout(topics, days):
    """The topics of each day; the first day never has fewer than a later one."""
    spare = len(days) - len(topics)
    if spare < 0:
        left = iter(topics)
        return [[next(left) for _ in range(count)] for count in _shares(len(topics), len(days))]
    revision = min(spare, max(1, len(days) // REVISION_EVERY))
    lengths = _shares(len(days) - revision, len(topics))
    names = [topic for topic, length in zip(topics, lengths, strict=True) for _ in range(length)]
    return [[name] for name in names + [REVISION] * revision]


def _check_sessions(shortest, topics_a_day, hundredths, notes):
    """Refuse sessions of no time, and say when some are short."""
    if not shortest:
        raise ValueError(
            f"{hundredths / 100:g} hours a day are too little for {topics_a_day} topics a day. "
            "Use fewer topics or more hours a day."
        )
    if shortest < SHORT_SESSION and topics_a_day > 1:
        notes.append(
            f"Some sessions have only {shortest / 100:g} hours. "
            "Fewer topics or more hours a day would help."
        )


def _shares(total, count):
    """A whole number in `count` whole shares, as equal as can be, the larger ones first."""
    each, more = divmod(total, count)
    return [each + 1] * more + [each] * (count - more)


# The program sets the day; a model never sees this parameter, nor can it send it.
make_study_plan.inject = {"today": None}  # type: ignore[attr-defined]
