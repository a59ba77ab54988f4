"""Derive the repair of a calculator from the text of its source.

The fault that can be repaired by rule is an operator with a wrong precedence. The tables of the
text are tried one after the other: a change counts only when the stated example comes out right
with it and the usual order of operations holds. The text is changed in the place of that number,
and nowhere else.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from studybuddy.practice.operator_tables import CLASSES, OPERATORS, Slot, Table, find_tables

MAX_EXPRESSION = 200  # characters

_TOKENS = re.compile(r"\s*(?:(\d+(?:\.\d+)?|\.\d+)|(" + "|".join(map(re.escape, OPERATORS))
                     + r")|([()]))")
_CORE = ("+", "-", "*", "/", "^", "**")  # % and // stand elsewhere in some languages
_RIGHT = ("^", "**")
_RANK = {sign: rank for rank, signs in enumerate(CLASSES, start=1) for sign in signs}
_TABLE_NAME = re.compile(r"prec|prio|level|rank|bind|power|order|weight|tight", re.IGNORECASE)


class Change(NamedTuple):
    """One number that is another one afterwards: the operators it stands for, line, texts."""

    signs: tuple[str, ...]
    line: int
    before: str
    after: str


class Repair(NamedTuple):
    """A repaired text, what was changed in it, and the example that shows the fault."""

    content: str
    changes: tuple[Change, ...]
    expression: str
    wanted: float


def usual(expression: str) -> float | None:
    """The value of an expression in the usual order; None when it cannot be evaluated."""
    return _evaluate(expression, _RANK)


def same(one: float | None, other: float | None) -> bool:
    """Whether two results are equal as far as floats can tell."""
    return one is not None and other is not None and math.isclose(one, other, rel_tol=1e-9,
                                                                 abs_tol=1e-9)


def derive(source: str, expression: str = "", wanted: float | None = None,
           seen: Mapping[str, float] | None = None) -> Repair | None:
    """The repair of `source`, or None where none can be derived.

    `expression` must give `wanted` (None: its value in the usual order); without it an expression
    is looked for that shows the fault. `seen` holds what the program gave: expression -> result. A
    table counts only where it explains all of these. Never raises.
    """
    if wanted is None and expression:
        wanted = usual(expression)
    if expression and not same(usual(expression), wanted):
        return None  # no order of operations that is the usual one gives this
    seen = seen or {}
    found: dict[str, tuple[Table, Repair]] = {}
    for table in find_tables(source):
        repair = _repair(source, table, expression, wanted, seen)
        if repair and repair.content not in found:
            found[repair.content] = table, repair
    chosen = list(found.values())
    for better in (_changes_numbers, _is_named):  # if several tables explain it
        chosen = [one for one in chosen if better(*one)] or chosen if len(chosen) > 1 else chosen
    return chosen[0][1] if len(chosen) == 1 else None


def _changes_numbers(_: Table, repair: Repair) -> bool:
    """Not a name by another: LOW = 1 is the better place."""
    return all(change.after[-1:].isdigit() for change in repair.changes)


def _is_named(table: Table, _: Repair) -> bool:
    return bool(_TABLE_NAME.search(table.name))


def operators_of(source: str) -> list[str]:
    """The operators of the largest table in `source`, in the order of the text."""
    tables = find_tables(source)
    if not tables:
        return []
    slots = max((table.slots for table in tables), key=len)
    return sorted(slots, key=lambda sign: (slots[sign].start, OPERATORS.index(sign)))


def _repair(source: str, table: Table, expression: str, wanted: float | None,
            seen: Mapping[str, float]) -> Repair | None:
    rising = {sign: slot.value for sign, slot in table.slots.items()}
    falling = {sign: -level for sign, level in rising.items()}
    faulty = any(not same(usual(text), number) for text, number in seen.items())
    if not faulty and (_holds(rising, rising) or _holds(falling, falling)):
        return None  # in order one way or the other, and nothing speaks against it
    for sense, levels in ((1, rising), (-1, falling)):  # a higher number binds tighter; a lower one
        if any(not same(_evaluate(text, levels), number) for text, number in seen.items()):
            continue
        shown = expression or _example(levels)
        before = _evaluate(shown, levels)
        if before is None or same(before, usual(shown)):
            continue
        target = usual(shown) if wanted is None else wanted
        if target is None:
            continue
        for change in _changes(table):
            after = {**levels, **{sign: sense * value for slot, value in change
                                  for sign, own in table.slots.items() if own == slot}}
            moved = [sign for sign in after if after[sign] != levels[sign]]
            if _holds(after, _CORE) and _holds(after, [*_CORE, *moved]) and same(
                    _evaluate(shown, after), target):
                return _edit(source, table, change, shown, target)
    return None


def _changes(table: Table) -> Iterator[list[tuple[Slot, float]]]:
    """One number changed, to a level that is there before one that is new; then two exchanged."""
    slots = sorted(set(table.slots.values()), key=lambda slot: slot.start)
    levels = sorted({slot.value for slot in slots})
    new = [low + (high - low) / 2 if high - low < 2 else low + 1
           for low, high in zip(levels, levels[1:], strict=False)]
    new = [levels[-1] + 1, *(int(one) if one == int(one) else one for one in new), levels[0] - 1]
    for values in (levels, [one for one in new if one > 0], [one for one in new if one <= 0]):
        for value in values:
            for slot in slots:
                if value != slot.value:
                    yield [(slot, value)]
    for one, other in combinations(slots, 2):
        if one.value != other.value:
            yield [(one, other.value), (other, one.value)]


def _holds(levels: dict[str, float], signs) -> bool:
    """Whether the levels of these operators are in the usual order."""
    known = [sign for sign in levels if sign in signs]
    return all(
        (_RANK[a] < _RANK[b]) == (levels[a] < levels[b])
        and (_RANK[a] == _RANK[b]) == (levels[a] == levels[b])
        for a, b in combinations(known, 2))


def _example(levels: dict[str, float]) -> str:
    """An expression that comes out wrong with these levels, or an empty text."""
    for a in levels:
        for b in levels:
            text = f"7 {a} 3 {b} 2"
            if not same(usual(text), _evaluate(text, levels)):
                return text
    return ""


def _edit(source: str, table: Table, change: list[tuple[Slot, float]], expression: str,
          wanted: float) -> Repair:
    written = {slot.value: source[slot.start:slot.end] for slot in table.slots.values()}
    changes: list[Change] = []
    content = source
    for slot, value in sorted(change, key=lambda pair: -pair[0].start):
        text = written.get(value) or repr(value)
        content = content[:slot.start] + text + content[slot.end:]
        signs = tuple(sign for sign, own in table.slots.items() if own == slot)
        changes.insert(0, Change(signs, slot.line, source[slot.start:slot.end], text))
    return Repair(content, tuple(changes), expression, wanted)


def _evaluate(expression: str, levels: Mapping[str, float]) -> float | None:
    """The value of an expression when the operators bind as `levels` say; None if there is none.

    Operators of one level go from left to right, powers from right to left.
    """
    tokens = _read(expression)
    if not tokens:
        return None
    values: list[float] = []
    waiting: list[str] = []
    try:
        for token in tokens:
            if isinstance(token, float):
                values.append(token)
            elif token == "(":
                waiting.append(token)
            elif token == ")":
                while waiting[-1] != "(":
                    _apply(values, waiting.pop())
                waiting.pop()
            else:
                while waiting and waiting[-1] != "(" and (
                        levels[waiting[-1]] > levels[token]
                        or levels[waiting[-1]] == levels[token] and token not in _RIGHT):
                    _apply(values, waiting.pop())
                waiting.append(token)
        while waiting:
            _apply(values, waiting.pop())
    except (KeyError, IndexError, ArithmeticError, TypeError, ValueError):
        return None
    return values[0] if len(values) == 1 and isinstance(values[0], float) else None


def _read(expression: str) -> list[float | str]:
    """Numbers and signs; empty when something else stands there. A sign may be a number's own."""
    tokens: list[float | str] = []
    place, text = 0, expression.strip()
    while place < len(text) <= MAX_EXPRESSION:
        match = _TOKENS.match(text, place)
        if not match:
            return []
        place = match.end()
        before = tokens[-1] if tokens else "("
        own = isinstance(before, str) and before != ")"
        if match[1]:
            tokens.append(float(match[1]))
        elif match[2] == "-" and own and (number := re.match(r"\s*(\d+(?:\.\d+)?)", text[place:])):
            tokens.append(-float(number[1]))
            place += number.end()
        else:
            tokens.append(match[2] or match[3])
    return tokens


def _apply(values: list[float], sign: str) -> None:
    right, left = values.pop(), values.pop()
    if sign in _RIGHT:
        values.append(math.pow(left, right))  # of floats, so bounded
    else:
        values.append({
            "+": lambda: left + right, "-": lambda: left - right, "*": lambda: left * right,
            "/": lambda: left / right, "//": lambda: left // right, "%": lambda: left % right,
        }[sign]())
