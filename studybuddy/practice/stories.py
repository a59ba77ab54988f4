"""What the rules for word problems share: looking for marks in a line, and building expressions.

A rule is a function of a `Reading` that gives an expression (a text) or None. The rules of one
theme stand in one module (`grades`, `money`, `quantities`), each in a list `RULES`, in the order
in which they are tried.
"""

from __future__ import annotations

import functools
import re

from studybuddy.practice.numbers import Reading, group

MAX_NUMBERS = 30
"""A question with more numbers than this is not read as a word problem."""
MAX_LINE = 500

_MACROS = {
    "<n>": r"(N\d+)",
    "<p>": r"(P\d+)",
    "<a>": r"([NP]\d+)",
    "<f>": r"(F\d+)",
    "<o>": r"([OLN]\d+)",
    "<list>": r"([NP]\d+(?: (?:, and|,|and|;|\+|&) [NP]\d+)+)",
    "<w>": r"(?:(?!an? )[a-z']+ )",
    "<gap>": r"(?:[^.?] ?){0,40}?",
    "<far>": r".{0,60}?",
    "<each>": r"(?:each|per|every|apiece|a piece|one)",
}


@functools.lru_cache(maxsize=512)
def _compiled(pattern: str) -> re.Pattern:
    for macro, regex in _MACROS.items():
        pattern = pattern.replace(macro, regex)
    return re.compile(rf"(?<![^ ]){pattern}(?![^ ])")


def find(reading: Reading, *patterns: str) -> tuple[str, ...] | None:
    """The marks of the first pattern that stands in the line, else None.

    In a pattern `<n>` is a number, `<p>` a percentage, `<a>` either, `<list>` several with commas
    and `and` between, `<gap>` up to 40 characters of one sentence.
    """
    for pattern in patterns:
        match = _compiled(pattern).search(reading.line[:MAX_LINE])
        if match:
            return match.groups()
    return None


def find_all(reading: Reading, pattern: str) -> list[tuple[str, ...]]:
    """The marks of every place where the pattern stands."""
    return [m.groups() for m in _compiled(pattern).finditer(reading.line[:MAX_LINE])]


def says(reading: Reading, pattern: str) -> bool:
    """True when the pattern stands in the line."""
    return _compiled(f"(?:{pattern})").search(reading.line[:MAX_LINE]) is not None


def marks_in(text: str) -> list[str]:
    """The marks of numbers and percentages in a piece of a line, in order."""
    return re.findall(r"[NP]\d+", text)


def lists(reading: Reading) -> list[list[str]]:
    """Runs of numbers with only commas, `and` and the like between them; longest first."""
    runs: list[list[str]] = []
    joined = False
    for mark in reading.marks:
        if re.fullmatch(r"[NP]\d+", mark):
            if joined:
                runs[-1].append(mark)
            else:
                runs.append([mark])
            joined = True
        elif mark not in (",", "and", "&", ";", "+"):
            joined = False
    for run in runs:
        size = len(run) - 1
        counts = size > 2 and reading.number(run[0]).value == size
        if counts and after_of(reading, run[0]) == run[1]:
            if after_of(reading, run[1]) != run[2]:
                del run[0]  # it counts the others: `the first four 80, 88, 84, 83`
    return sorted((run for run in runs if len(run) > 1), key=len, reverse=True)


def add(parts: list[str]) -> str:
    """`a + b + c`."""
    return " + ".join(parts)


def numbers(reading: Reading, marks: list[str]) -> list[str]:
    """The arithmetic behind several marks."""
    return [reading.expr(mark) for mark in marks]


def share(reading: Reading, mark: str) -> str:
    """A percentage as a part of one: `18 / 100`, in brackets; a number is taken as it stands."""
    token = reading.number(mark)
    return f"({token.expr} / 100)" if token.kind == "P" else group(token.expr)


def after_of(reading: Reading, mark: str) -> str:
    """The word after a number, or an empty text."""
    place = reading.marks.index(mark) + 1
    return reading.marks[place] if place < len(reading.marks) else ""


def before_of(reading: Reading, mark: str, count: int = 1) -> list[str]:
    """Up to `count` words before a number, nearest last."""
    place = reading.marks.index(mark)
    return reading.marks[max(0, place - count) : place]


PERCENT_ASKED = r"percent|percentage|%"
"""A given percentage is a mark P, so the word alone stands where one is asked for."""


def asks_percent(reading: Reading) -> bool:
    """True when the question asks for a percentage (not only gives one)."""
    return says(reading, PERCENT_ASKED)


OPPOSITES = [
    ("absent|missed|missing", "present|attended|came"),
    ("present|attended|came", "absent|missing|missed"),
    ("won|win|wins", "lost|lose|losing"),
    ("lost|lose", "won|win"),
    ("failed|fail", "passed|pass|passes"),
    ("passed|pass", "failed|fail"),
    ("girls|women|female", "boys|men|male"),
    ("boys|men|male", "girls|women|female"),
    ("wrong|incorrect", "right|correct"),
    ("correct|right", "wrong|incorrect"),
    ("sold", "unsold|left|remain"),
    ("damaged|rotten|broken|defective|spoiled|bad", "good|fine|usable|intact|fresh|working"),
    ("finished|read|done|completed", "left|unread|remain|remaining"),
    ("spent|spends|spend", "left|save|saves|saved"),
    ("walk|walks", "bus|cycle|drive"),
    ("hostel|hostelers|hostellers", "day scholars"),
]
"""Words for the two parts of a whole: one is given, the other may be asked for."""


def asks_other_part(r: Reading) -> bool:
    """True for `45 of 60 passed: how many (what percentage) failed?`"""
    asked = r"(?:how many|how much|number of|find|percent|percentage) (?:[^NP]){0,30}"
    return any(
        says(r, one) and says(r, f"{asked}(?:{other})") and not says(r, f"{asked}(?:{one})")
        for one, other in OPPOSITES
    )
