"""Derive the repair of a calculator from the text of its source.

The fault that can be repaired by rule is an operator with a wrong precedence: a wrong number in a
table, or an operator that stands in the wrong group. The tables and groups of the text are tried
one after the other: a change counts only when the stated example comes out right with it and the
usual order of operations holds. The text is changed in that one place (the operator leaves one
group and joins another), and nowhere else.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import combinations
from typing import NamedTuple

from studybuddy.practice.operator_groups import Group, Grouping, Member, find_groupings, moved
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


class Move(NamedTuple):
    """One operator that stands in another group afterwards: its new and its old neighbours."""

    signs: tuple[str, ...]
    line: int
    before: tuple[str, ...]
    after: tuple[str, ...]


class Repair(NamedTuple):
    """A repaired text, what was changed in it, and the example that shows the fault."""

    content: str
    changes: tuple[Change | Move, ...]
    expression: str
    wanted: float


# The levels that some operators get, and how the text is changed for it (None: it cannot be).
_Option = tuple[dict[str, float], Callable[[], "tuple[str, tuple[Change | Move, ...]] | None"]]


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
    table or a grouping counts only where it explains all of these. Never raises.
    """
    found = _found(source, expression, wanted, seen or {})
    best = [repair for rank, repair in found if rank == found[0][0]]
    return best[0] if len(best) == 1 else None


def candidates(source: str, expression: str = "", wanted: float | None = None,
               seen: Mapping[str, float] | None = None) -> list[Repair]:
    """All repairs that explain the same, the most likely first. Which one is right must be tried.

    The arguments are those of `derive`.
    """
    return [repair for _, repair in _found(source, expression, wanted, seen or {})]


def _found(source: str, expression: str, wanted: float | None,
           seen: Mapping[str, float]) -> tuple[tuple[tuple, Repair], ...]:
    """The repairs, each with its rank (a lower one is better), in the order of the ranks."""
    return _worked_out(source, expression, wanted, tuple(seen.items()))


@lru_cache(maxsize=32, typed=True)  # each step of a repair asks again what the one before did
def _worked_out(source: str, expression: str, wanted: float | None,
                results: tuple[tuple[str, float], ...]) -> tuple[tuple[tuple, Repair], ...]:
    seen = dict(results)
    if wanted is None and expression:
        wanted = usual(expression)
    if expression and not same(usual(expression), wanted):
        return ()  # no order of operations that is the usual one gives this
    found: dict[str, tuple[tuple, Repair]] = {}
    places: list[tuple[Table | Grouping, dict[str, float], Callable[[], Iterator[_Option]]]] = []
    for table in find_tables(source):
        levels = {sign: slot.value for sign, slot in table.slots.items()}
        places.append((table, levels, partial(_edits, source, table)))
    for grouping in find_groupings(source):
        places.append((grouping, grouping.levels(), partial(_moves, source, grouping)))
    for place, levels, options in places:
        repair = _repair(levels, options, expression, wanted, seen)
        if repair and repair.content not in found:
            found[repair.content] = _rank(place.name, repair), repair
    return tuple(sorted(found.values(), key=lambda one: one[0]))


def _rank(name: str, repair: Repair) -> tuple:
    """One number before a move, a number before a name (LOW = 1 is the better place), a telling
    name of the table before another one."""
    return (any(isinstance(change, Move) for change in repair.changes),
            any(isinstance(change, Change) and not change.after[-1:].isdigit()
                for change in repair.changes),
            not _TABLE_NAME.search(name))


def operators_of(source: str) -> list[str]:
    """The operators of the largest table (else grouping) in `source`, in the order of the text."""
    tables = find_tables(source)
    if not tables:
        groups = max((one.groups for one in find_groupings(source)), default=(),
                     key=lambda groups: sum(len(group.members) for group in groups))
        return [one.sign for group in groups for one in group.members]
    slots = max((table.slots for table in tables), key=len)
    return sorted(slots, key=lambda sign: (slots[sign].start, OPERATORS.index(sign)))


def _repair(levels: dict[str, float], options: Callable[[], Iterator[_Option]], expression: str,
            wanted: float | None, seen: Mapping[str, float]) -> Repair | None:
    rising = levels
    falling = {sign: -level for sign, level in rising.items()}
    faulty = any(not same(usual(text), number) for text, number in seen.items())
    if not faulty and (_holds(rising, rising) or _holds(falling, falling)):
        return None  # in order one way or the other, and nothing speaks against it
    for sense, now in ((1, rising), (-1, falling)):  # a higher number binds tighter; a lower one
        if any(not same(_evaluate(text, now), number) for text, number in seen.items()):
            continue
        shown = expression or _example(now)
        before = _evaluate(shown, now)
        if before is None or same(before, usual(shown)):
            continue
        target = usual(shown) if wanted is None else wanted
        if target is None:
            continue
        for given, edit in options():
            after = {**now, **{sign: sense * value for sign, value in given.items()}}
            changed = [sign for sign in after if after[sign] != now[sign]]
            if _holds(after, _CORE) and _holds(after, [*_CORE, *changed]) and same(
                    _evaluate(shown, after), target) and (edited := edit()):
                return Repair(*edited, shown, target)
    return None


def _edits(source: str, table: Table) -> Iterator[_Option]:
    """Changes of one number, or of two."""
    for change in _changes(table):
        given = {sign: value for slot, value in change
                 for sign, own in table.slots.items() if own == slot}
        yield given, partial(_edit, source, table, change)


def _moves(source: str, grouping: Grouping) -> Iterator[_Option]:
    """One operator from its group to another one."""
    for origin in grouping.groups:
        for member in origin.members:
            for target in grouping.groups:
                if target is not origin:
                    yield {member.sign: target.level}, partial(
                        _moved, source, member, origin, target)


def _moved(source: str, member: Member, origin: Group,
           target: Group) -> tuple[str, tuple[Move, ...]] | None:
    content = moved(source, member, origin, target)
    if content is None:
        return None
    before = tuple(one.sign for one in origin.members if one != member)
    line = target.line if origin.form == "rest" else origin.line
    return content, (Move((member.sign,), line, before,
                          tuple(one.sign for one in target.members)),)


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


def _edit(source: str, table: Table,
          change: list[tuple[Slot, float]]) -> tuple[str, tuple[Change, ...]]:
    written = {slot.value: source[slot.start:slot.end] for slot in table.slots.values()}
    changes: list[Change] = []
    content = source
    for slot, value in sorted(change, key=lambda pair: -pair[0].start):
        text = written.get(value) or repr(value)
        content = content[:slot.start] + text + content[slot.end:]
        signs = tuple(sign for sign, own in table.slots.items() if own == slot)
        changes.insert(0, Change(signs, slot.line, source[slot.start:slot.end], text))
    return content, tuple(changes)


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
