"""A name that Python does not know, in a notebook: the error as always, then what to do.

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


def explain_here() -> None:
    """From now on, explain each NameError of this kernel. Elsewhere, and where somebody else
    handles errors already, nothing happens."""
    shell = cards.shell()
    if shell is not None and not getattr(shell, "custom_exceptions", True):
        shell.set_custom_exc((NameError,), _explained)


def _explained(shell, kind, error, trace, tb_offset=None) -> None:
    """IPython's handler: the ordinary traceback, and a card below it."""
    shell.showtraceback((kind, error, trace), tb_offset=tb_offset)
    name = getattr(error, "name", None)
    if kind is NameError and name:  # an UnboundLocalError is another thing
        cards.show(Card(cards.NOT_YET, f"Python does not know the name `{name}`.",
                        _advice(name, _line(trace))))


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
