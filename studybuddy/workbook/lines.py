"""A line of the learner's code in the words of a card.

The line of an error may stand in another function than the one that is checked. The number alone
would send the learner to the wrong cell, so its function is named, and the check of that function.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import cast

from studybuddy.workbook import values


def line_text(number: int, text: str, function: str = "") -> str:
    """A line of code for a card: its number, its `function` where that must be said, and its text
    where that is known."""
    text = values.clipped(text)
    place = f"line {number} of {function}" if function else f"line {number}"
    return f"{place}: `{text}`" if text else place


@dataclass(frozen=True)
class Naming:
    """Which functions must be named: all but those in `own`, the names of the answer itself.

    `checks` maps the name of an exercise to the id of its check. With `own` None nothing is named.
    """

    own: frozenset[str] | None = None
    checks: Mapping[str, str] = field(default_factory=dict)

    def words(self, qualified: str) -> str:
        """The words for a function by its qualified name, such as "`unwrap` (check 07.3)"; "" for
        the answer itself and for what has no name."""
        name = qualified.partition(".<locals>")[0]
        top = name.partition(".")[0]
        if self.own is None or top in self.own or "<" in name:
            return ""
        check = f" (check {self.checks[top]})" if top in self.checks else ""
        return f"`{name}`{check}"


def names_of(answer: object, contract: str) -> Iterable[str]:
    """The names that the parts of an answer have: those in the contract and their own."""
    yield from (name.strip() for name in contract.split(","))
    several = issubclass(type(answer), tuple)  # `isinstance` would ask the object itself
    for part in cast(tuple, answer) if several else (answer,):
        for one in (part, type(part)):
            with suppress(*values.RAISED):  # what a metaclass does is the learner's
                if isinstance(name := getattr(one, "__name__", None), str):
                    yield name
