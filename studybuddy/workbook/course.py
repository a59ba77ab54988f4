"""The whole course on one map: what is passed, what is next, what is still to be written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from studybuddy.workbook import define, pictures

# The plan. A lesson is on the map before it exists; its own title is in its definition.
NAMES = {
    "00": "Start here", "01": "Safe calculator", "02": "Tool schemas", "03": "Dispatcher",
    "04": "Agent loop", "05": "Real providers", "06": "Plans and notes", "07": "Quiz generator",
    "08": "File tools", "09": "Approvals", "10": "Attack", "11": "Your own",
}

PASSED, NEXT, BEGUN, OPEN, LATER = "passed", "next", "begun", "open", "not written yet"


@dataclass(frozen=True)
class Place:
    """One lesson on the map. `state` is one of the words above, `good` of `checks` are passed."""

    number: str
    name: str
    state: str
    good: int = 0
    checks: int = 0

    @property
    def words(self) -> str:
        if self.state == LATER:
            return LATER
        count = f"{self.good} of {self.checks}"
        return PASSED if self.state == PASSED else f"{self.state}, {count}"


def places(passed: Mapping[str, list[str]]) -> list[Place]:
    """The map, from the checks that were passed in each lesson.

    Next is the first lesson that exists and is not passed.
    """
    there = define.numbers()
    found = []
    is_next = NEXT
    for number in sorted({*NAMES, *there}):
        if number not in there:
            found.append(Place(number, NAMES[number], LATER))
            continue
        lesson = define.load(number)
        good = sum(check in lesson.checks for check in passed.get(number, ()))
        if good == len(lesson.checks):
            state = PASSED
        else:
            state = is_next or (BEGUN if good else OPEN)
            is_next = ""
        found.append(Place(number, NAMES.get(number) or lesson.title, state, good,
                           len(lesson.checks)))
    return found


def next_after(number: str) -> str | None:
    """The number of the lesson after this one, if it exists."""
    later = [one for one in define.numbers() if one > number]
    return later[0] if later else None


def title_of(number: str) -> str:
    """The title of a lesson that exists, as its notebook has it: "The agent loop"."""
    title = define.load(number).title
    return title[:1].upper() + title[1:]


WIDE, HIGH, GAP, PAD, ACROSS = 148, 84, 26, 8, 4
_FILL = {PASSED: pictures.GREEN, NEXT: pictures.ORANGE, BEGUN: pictures.BLUE,
         OPEN: pictures.BLUE, LATER: pictures.GREY}


def picture(found: list[Place]) -> pictures.Picture:
    """The map as a picture: rows of boxes, read from left to right."""
    rows = (len(found) + ACROSS - 1) // ACROSS
    alt = "Map of the course. " + " ".join(
        f"Lesson {place.number}, {place.name}: {place.words}." for place in found)
    drawing = pictures.Drawing(2 * PAD + ACROSS * WIDE + (ACROSS - 1) * GAP,
                               2 * PAD + rows * HIGH + (rows - 1) * GAP, alt)

    def corner(i: int) -> tuple[int, int]:
        return PAD + (i % ACROSS) * (WIDE + GAP), PAD + (i // ACROSS) * (HIGH + GAP)

    for i in range(len(found) - 1):
        (x1, y1), (x2, y2) = corner(i), corner(i + 1)
        if y1 == y2:
            drawing.line(x1 + WIDE, y1 + HIGH / 2, x2, y2 + HIGH / 2)
        else:  # to the beginning of the next row, through the space between the rows
            across = y1 + HIGH + GAP / 2
            drawing.line(x1 + WIDE / 2, y1 + HIGH, x1 + WIDE / 2, across)
            drawing.line(x1 + WIDE / 2, across, x2 + WIDE / 2, across)
            drawing.line(x2 + WIDE / 2, across, x2 + WIDE / 2, y2)
    for i, place in enumerate(found):
        x, y = corner(i)
        drawing.box(x, y, WIDE, HIGH, _FILL[place.state], dashed=place.state == LATER,
                    thick=4 if place.state == NEXT else 2)
        drawing.word(x + WIDE / 2, y + 27, place.number, large=True)
        drawing.word(x + WIDE / 2, y + 49, place.name)
        drawing.word(x + WIDE / 2, y + 70, place.words, bold=True)
    width = max(len(place.name) for place in found)
    text = "\n".join(["Map of the course"] + [
        f"  {place.number}  {place.name:<{width}}  {place.words}" for place in found])
    return pictures.Picture(drawing.done(), alt, text)
