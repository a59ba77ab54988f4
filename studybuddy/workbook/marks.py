"""`studybuddy progress`: what one learner or a class has done, as a table and as CSV.

Progress files are only read. Of a learner nothing is told but what stands in the file, and the
name of the file as it was given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from studybuddy import environment
from studybuddy.csvtext import csv_text
from studybuddy.workbook import course, define, progress

COLUMNS = ("file", "lesson", "title", "item", "kind", "state", "first_guess", "run_showed")
CHECK, PREDICTION = "check", "prediction"
PASSED, NOT_YET = "passed", "not yet"
AS_GUESSED, OTHERWISE, WAITS, NO_GUESS = "as guessed", "otherwise", "guessed, not run", "no guess"
OLD = "passed, no longer in the lesson"

NO_FILE = ("There is no workbook here, so no progress was found. Start this command in the folder "
           "of the workbook, or name a file: studybuddy progress FILE")
SWITCHED_OFF = "STUDYBUDDY_PROGRESS is none, so no progress is kept. Name a file, or unset it."

Row = tuple[str, str, str, str, str, str, str, str]
Lessons = Mapping[str, dict]

KEPT = "Your progress in lesson {number} is kept: {what}. To begin anew: {command}"
CLEAR = "studybuddy progress --clear {number}"
CLEARED = "Lesson {number} begins anew, without {what}. Is it open? Then restart its kernel."
NOTHING_KEPT = "Nothing is kept of lesson {number}."
NOT_CLEARED = "The progress of lesson {number} cannot be cleared: its file cannot be written."
NO_LESSON = "There is no lesson {number}. There are: {numbers}."


def read_all(paths: Sequence[Path], say: Callable[[str], object]) -> dict[str, Lessons]:
    """The progress in each file that can be read, under its name as given; `say` gets one
    sentence for each that cannot."""
    found: dict[str, Lessons] = {}
    for path in paths:
        try:
            found[str(path)] = progress.read(path)
        except (OSError, ValueError) as error:
            say(f"{path} is left out: {_why(error)}.")
    return found


def own() -> tuple[str, Lessons]:
    """The progress of the learner who asks: the name of the file alone, and what it holds.

    Nothing yet is no error. Raises LookupError with a sentence when there is no file to look for,
    or when it cannot be read.
    """
    path = progress.find().path
    if path is None:
        off = environment.get("STUDYBUDDY_PROGRESS")  # a path, or none
        raise LookupError(SWITCHED_OFF if off else NO_FILE)
    try:
        return path.name, progress.read(path)
    except FileNotFoundError:
        return path.name, {}
    except (OSError, ValueError) as error:
        raise LookupError(f"{path.name} cannot be read: {_why(error)}.") from None


def kept(number: str) -> str:
    """A sentence on what is kept of a lesson and how to clear it; "" where nothing is."""
    try:
        _, lessons = own()
    except LookupError:
        return ""
    what = _what(number, lessons)
    return KEPT.format(number=number, what=what,
                       command=CLEAR.format(number=number)) if what else ""


def clear(number: str) -> str:
    """Forget the learner's own progress in a lesson, "4" or "04"; returns a sentence about it.

    Raises ValueError with a sentence for a number that is no lesson's, LookupError as `own`, and
    when the file cannot be written.
    """
    number = number.strip() and number.strip().zfill(2)
    if number not in define.numbers():
        raise ValueError(NO_LESSON.format(number=number or '""',
                                          numbers=", ".join(define.numbers())))
    what = _what(number, own()[1])
    if not what:
        return NOTHING_KEPT.format(number=number)
    found = progress.find()
    found.clear(number)
    if found.why_not_kept:
        raise LookupError(NOT_CLEARED.format(number=number))
    return CLEARED.format(number=number, what=what)


def _what(number: str, lessons: Lessons) -> str:
    """What is known of a lesson, counted: "2 checks and 3 guesses"; "" for nothing."""
    known = lessons.get(number) or _NOTHING
    checks, guesses = len(known["passed"]), len(known["guesses"])
    counted = [f"{checks} check{'s' * (checks != 1)}"] if checks else []
    counted += [f"{guesses} guess{'es' * (guesses != 1)}"] if guesses else []
    if known["shown"] and not counted:
        counted = ["what its runs showed"]
    return " and ".join(counted)


def _why(error: Exception) -> str:
    text = getattr(error, "strerror", None) or str(error)
    return text[:1].lower() + text[1:]


def rows(name: str, lessons: Lessons) -> list[Row]:
    """One row for each check and prediction of every lesson, then for what is passed and no longer
    asked; the columns are COLUMNS. Progress keeps no times and no number of tries."""
    found: list[Row] = []
    for number in define.numbers():
        lesson, known = define.load(number), lessons.get(number) or _NOTHING

        def add(item: str, kind: str, state: str, guess: str = "", shown: str = "",
                number: str = number, title: str = lesson.title) -> None:
            found.append((name, number, title, item, kind, state, guess, shown))

        for item in lesson.predictions:
            guess, shown = known["guesses"].get(item), known["shown"].get(item)
            add(item, PREDICTION, _state(guess, shown), guess or "", shown or "")
        for item in lesson.checks:
            add(item, CHECK, PASSED if item in known["passed"] else NOT_YET)
        for item in known["passed"]:
            if item not in lesson.checks:
                add(item, CHECK, OLD)
    return found


_NOTHING: dict = {"passed": [], "guesses": {}, "shown": {}}


def _state(guess: str | None, shown: str | None) -> str:
    if guess is None:
        return NO_GUESS
    if shown is None:
        return WAITS
    return AS_GUESSED if guess == shown else OTHERWISE


def as_csv(learners: Mapping[str, Lessons]) -> str:
    """The rows of all files as CSV, harmless in a spreadsheet."""
    return csv_text(COLUMNS, (row for name, lessons in learners.items()
                              for row in rows(name, lessons)))


def as_table(learners: Mapping[str, Lessons]) -> str:
    """A line for each lesson: checks passed, predictions that came as guessed, and its state on
    the map of the course. One such table for each file."""
    return "\n\n".join(_table(name, lessons) for name, lessons in learners.items())


def _table(name: str, lessons: Lessons) -> str:
    places = course.places({number: one["passed"] for number, one in lessons.items()})
    lines = [("lesson", "title", "checks", "guesses right", "state")]
    for place in places:
        if place.state == course.LATER:
            continue
        states = [row[5] for row in rows(name, lessons)
                  if row[1] == place.number and row[4] == PREDICTION]
        lines.append((place.number, course.title_of(place.number),
                      f"{place.good} of {place.checks}",
                      f"{states.count(AS_GUESSED)} of {len(states)}", place.state))
    return "\n".join([name, *_columns(lines)])


def _columns(lines: Sequence[Iterable[str]]) -> list[str]:
    """Lines of cells as text, the columns under one another."""
    table = [list(line) for line in lines]
    widths = [max(len(line[k]) for line in table) for k in range(len(table[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
            for line in table]
