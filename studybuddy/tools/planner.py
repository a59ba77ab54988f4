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
  so.
"""

from datetime import date, timedelta

from studybuddy import clock

MAX_TOPICS = 50
MAX_TOPIC_LENGTH = 100
"""Characters of a topic."""
MIN_HOURS, MAX_HOURS = 0.25, 12
"""Hours of study a day."""
MAX_DAYS_LEFT = 731
"""Days to the exam: two years with a leap day. More is most likely a wrong year."""
MAX_DAYS = 120
"""Days in a plan. A plan of 120 short rows stays well below 20,000 characters, where an answer to a
model is cut."""
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
        days = _study_days(now, exam, notes)
        plan = _spread(names, days, hundredths, notes)
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
    once, repeated = {}, {}
    for number, topic in enumerate(topics, 1):
        if not isinstance(topic, str):
            raise ValueError(f"Topic {number} is not a text. {form}")
        name = " ".join(_storable(topic).split())
        if not name:
            raise ValueError(f"Topic {number} is empty. Leave it out or give it a name.")
        if len(name) > MAX_TOPIC_LENGTH:
            raise ValueError(
                f"Topic {number} is too long. Use at most {MAX_TOPIC_LENGTH} characters."
            )
        if name.startswith(("['", '["')) and name.endswith("]"):
            raise ValueError(f"Topic {number} is a whole list written as one text. {form}")
        key = name.casefold()
        if key in once:
            repeated[key] = once[key]
        else:
            once[key] = name
    notes = []
    if repeated:
        notes.append(f"Named more than once, planned once: {', '.join(repeated.values())}.")
    return list(once.values()), notes


def _storable(text):
    """Half a surrogate pair cannot be written as UTF-8; in a topic it becomes a question mark."""
    return text.encode("utf-8", "replace").decode("utf-8")


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


def _study_days(now, exam, notes):
    """The days to study, in order, at most MAX_DAYS; the first and the last are always there."""
    count = (exam - now).days - 1
    if count == 0:
        notes.append("The exam is tomorrow, so the plan is for today.")
        return [now]
    days = [now + timedelta(days=number + 1) for number in range(count)]
    if count <= MAX_DAYS:
        return days
    notes.append(
        f"The exam is {count + 1} days away. The plan has {MAX_DAYS} study days, spread evenly."
    )
    return [days[number * (count - 1) // (MAX_DAYS - 1)] for number in range(MAX_DAYS)]


def _spread(topics, days, hundredths, notes):
    """The sessions in order: (day, topic, hundredths of an hour)."""
    spare = len(days) - len(topics)
    if spare < 0:
        return _shared_days(topics, days, hundredths, notes)
    revision = min(spare, max(1, len(days) // REVISION_EVERY))
    lengths = _shares(len(days) - revision, len(topics))
    names = [topic for topic, length in zip(topics, lengths, strict=True) for _ in range(length)]
    names += [REVISION] * revision
    return [(day, name, hundredths) for day, name in zip(days, names, strict=True)]


def _shared_days(topics, days, hundredths, notes):
    """Several topics a day, each topic in one session."""
    counts = _shares(len(topics), len(days))
    shortest = hundredths // counts[0]
    if not shortest:
        raise ValueError(
            f"{hundredths / 100:g} hours a day are too little for {counts[0]} topics a day. "
            "Use fewer topics or more hours a day."
        )
    if shortest < SHORT_SESSION:
        notes.append(
            f"Some sessions have only {shortest / 100:g} hours. "
            "Fewer topics or more hours a day would help."
        )
    left = iter(topics)
    return [
        (day, next(left), part)
        for day, count in zip(days, counts, strict=True)
        for part in _shares(hundredths, count)
    ]


def _shares(total, count):
    """A whole number in `count` whole shares, as equal as can be, the larger ones first."""
    each, more = divmod(total, count)
    return [each + 1] * more + [each] * (count - more)


# The program sets the day; a model never sees this parameter, nor can it send it.
make_study_plan.inject = {"today": None}  # type: ignore[attr-defined]
