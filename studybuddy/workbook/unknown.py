"""A name that Python does not know, in a notebook: the error as always, then what to do.

After a restart the outputs still stand in the notebook and the names are gone, so this is the
error that a learner meets first when cells run out of order.
"""

from __future__ import annotations

from studybuddy.workbook import cards
from studybuddy.workbook.cards import Card

ALL_ABOVE = "Run > Run All Above Selected Cell"


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
        cards.show(Card(cards.NOT_YET, f"Python does not know the name `{name}`.", [
            ("next", "Run the cell above that makes it. Does it show an error? Mend that first."),
            ("or", f"Check the spelling. After a restart, choose {ALL_ABOVE}.")]))
