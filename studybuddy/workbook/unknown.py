"""A name that Python does not know, in a notebook: what to do about it.

After a restart the outputs still stand in the notebook and the names are gone, so this is the
error that a learner meets first when cells run out of order.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from functools import cache
from types import FrameType, TracebackType

from studybuddy.workbook import callsite, cards, define
from studybuddy.workbook.cards import Card

LETTERS = ("a", "b", "c", "d")  # of the options of a prediction
GUESS, ORDER = "my_guess", "my_order"  # what the lessons call a guess and lines in order
ALL_ABOVE = "Run > Run All Above Selected Cell"
_IPYTHONS = ("In", "Out")  # names that each notebook has
_GUESS = re.compile(rf"{GUESS}\s*=|lesson\.predict\(")


def card_of(error: NameError, trace: TracebackType | None) -> Card | None:
    """What the name is, and what to do next; None where the error names none."""
    name = getattr(error, "name", None)
    if not name:
        return None
    return Card(cards.NOT_YET, f"Python does not know the name `{name}`.",
                _advice(name, trace))


def _advice(name: str, trace: TracebackType | None) -> list[tuple[str, str]]:
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is not None:
        frame, number = trace.tb_frame, trace.tb_lineno
        lines = callsite.source_of(frame).split("\n")
        line = lines[number - 1] if 0 < number <= len(lines) else ""
        letter = name.lower()
        if letter in LETTERS and _GUESS.search(line):  # a guess, typed without its quotes
            return [("next", f'A guess is a text. Put it between quotes: `{GUESS} = "{letter}"`.')]
        if _is_field(name, frame, number):
            return [("next", "A name alone in a class needs a colon and a type: "
                             f"`{name}: str` or `{name}: list[str]`.")]
        if re.match(rf"\s*{re.escape(name)}\s*==", line):
            return [("next", f"`==` compares. One `=` gives a name its value: `{name} = `.")]
        if (other := _in_other_letters(name, frame)) is not None:
            return [("next", f"There is a name `{other}`. Capital and small letters must be the "
                             "same in both places.")]
        if (target := _waits_for_text(name, frame, number)) is not None:
            place, text = target
            sure = [] if place in texts() else [
                ("or", "Is it a name that a cell above makes? Then run that cell first.")]
            return [("next", f"A text stands between quotes: `{text}`."), *sure]
        among_texts = _stands_among_texts(name, frame, number)
    else:
        among_texts = False
    return [("next", "Run the cell above that makes it. Does it show an error? Mend that first."),
            ("or", f"Check the spelling. After a restart, choose {ALL_ABOVE}."),
            *[("or", f'Is it a text? Then it stands between quotes: `"{name}"`.')] * among_texts]


def _waits_for_text(name: str, frame: FrameType, number: int) -> tuple[str, str] | None:
    """The variable that was to get `name` at the margin of a cell, and how that looks with quotes;
    None where it is none that holds a text, or texts in a dictionary."""
    if frame.f_locals is not frame.f_globals:  # in a function or a class
        return None
    for statement in _at(_parsed(frame).body, number):
        targets = (statement.targets if isinstance(statement, ast.Assign)
                   else [statement.target] if isinstance(statement, ast.AnnAssign) else [])
        if len(targets) != 1 or not isinstance(targets[0], ast.Name):
            continue
        target, value = targets[0].id, statement.value  # type: ignore[attr-defined]
        held = frame.f_globals.get(target)
        words = value.elts if isinstance(value, (ast.Tuple, ast.List)) else [value]
        names = [word.id for word in words if isinstance(word, ast.Name)]
        if name in names and len(names) == len(words) and (
                isinstance(held, str) or target in texts()):
            return target, f'{target} = "{" ".join(names)}"'
        if isinstance(value, ast.Dict) and _holds_texts(held) and any(
                isinstance(one, ast.Name) and one.id == name
                for one in (*value.keys, *value.values)):
            return target, f'"{name}"'
    return None


def _in_other_letters(name: str, frame: FrameType) -> str | None:
    """A name that is known and differs from this one in its capitals alone."""
    return next((known for known in [*frame.f_locals, *frame.f_globals, *frame.f_builtins]
                 if known.lower() == name.lower() and known not in (name, *_IPYTHONS)), None)


def _stands_among_texts(name: str, frame: FrameType, number: int) -> bool:
    """Whether `name` is one of several values in a line, and another one of them is a text."""
    for node in ast.walk(_parsed(frame)):
        values: list = []
        if isinstance(node, ast.Dict):
            values = [*node.keys, *node.values]
        elif isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            values = node.elts
        elif isinstance(node, ast.Call) and not ast.unparse(node.func).startswith("lesson."):
            values = node.args
        if any(isinstance(one, ast.Name) and one.id == name and one.lineno == number
               for one in values) and any(
                isinstance(one, ast.Constant) and isinstance(one.value, str) for one in values):
            return True
    return False


def _is_field(name: str, frame: FrameType, number: int) -> bool:
    """Whether `name` stands alone on a line of a class."""
    return any(isinstance(one, ast.Expr) and isinstance(one.value, ast.Name)
               and one.value.id == name
               for place in ast.walk(_parsed(frame))
               if isinstance(place, ast.ClassDef) and place.name == frame.f_code.co_name
               for one in _at(place.body, number))


def _parsed(frame: FrameType) -> ast.Module:
    """The cell that a frame runs; an empty one where its text is not known."""
    try:
        return ast.parse(callsite.source_of(frame))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])


def _at(body: Iterable[ast.stmt], number: int) -> list[ast.stmt]:
    return [one for one in body if one.lineno <= number <= (one.end_lineno or one.lineno)]


def _holds_texts(value: object) -> bool:
    return isinstance(value, dict) and bool(value) and all(
        isinstance(one, str) for one in (*value, *value.values()))


@cache
def texts() -> frozenset[str]:
    """The names of all answers of the course that are texts."""
    found = {GUESS, ORDER}
    for number in define.numbers():
        for check in define.load(number).checks.values():
            if isinstance(check, define.Check):
                kinds = check.asks if isinstance(check.asks, tuple) else (check.asks,)
                found |= {name.strip() for name, kind in
                          zip(check.name.split(","), kinds, strict=True) if kind == define.TEXT}
    return frozenset(found)
