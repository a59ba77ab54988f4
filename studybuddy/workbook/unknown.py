"""A name that Python does not know, in a notebook: what to do about it.

After a restart the outputs still stand in the notebook and the names are gone, so this is the
error that a learner meets first when cells run out of order.
"""

from __future__ import annotations

import linecache
import re
from types import TracebackType

from studybuddy.workbook import cards
from studybuddy.workbook.cards import Card

LETTERS = ("a", "b", "c", "d")  # of the options of a prediction
ALL_ABOVE = "Run > Run All Above Selected Cell"
_GUESS = re.compile(r"my_guess\s*=|lesson\.predict\(")


def card_of(error: NameError, trace: TracebackType | None) -> Card | None:
    """What the name is, and what to do next; None where the error names none."""
    name = getattr(error, "name", None)
    if not name:
        return None
    return Card(cards.NOT_YET, f"Python does not know the name `{name}`.",
                _advice(name, _line(trace)))


def _advice(name: str, line: str) -> list[tuple[str, str]]:
    letter = name.lower()
    if letter in LETTERS and _GUESS.search(line):  # a guess, typed without its quotes
        return [("next", f'A guess is a text. Put it between quotes: `my_guess = "{letter}"`.')]
    return [("next", "Run the cell above that makes it. Does it show an error? Mend that first."),
            ("or", f"Check the spelling. After a restart, choose {ALL_ABOVE}.")]


def _line(trace: TracebackType | None) -> str:
    """The line of code where an error came from, "" where it is not known."""
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return ""
    return linecache.getline(trace.tb_frame.f_code.co_filename, trace.tb_lineno)
