"""Errors of a cell that a card explains: the traceback as always, then the card below it."""

from __future__ import annotations

from types import TracebackType

from studybuddy.workbook import cards, unknown, unmade


def explain_here() -> None:
    """From now on, explain such errors in this kernel. Elsewhere, and where somebody else handles
    errors already, nothing happens."""
    shell = cards.shell()
    if shell is not None and not getattr(shell, "custom_exceptions", True):
        shell.set_custom_exc((NameError, RuntimeError), _explained)


def _explained(shell, kind, error, trace, tb_offset=None) -> None:
    """IPython's handler. For other errors of these kinds it does what IPython does."""
    card = None
    if unmade.is_meant(error):
        card = unmade.card_of(error)
        trace = _own_part(trace, shell.user_ns)
    elif kind is NameError:  # an UnboundLocalError is another thing
        card = unknown.card_of(error, trace)
    shell.showtraceback((kind, error, trace), tb_offset=tb_offset)
    if card is not None:
        cards.show(card)


def _own_part(trace: TracebackType | None, namespace: dict) -> TracebackType | None:
    """A traceback up to the learner's last line; all of it where none is the learner's.

    What a package does inside is pages long, and tells a learner nothing.
    """
    steps = []
    while trace is not None:
        steps.append(trace)
        trace = trace.tb_next
    whole = steps[0] if steps else None
    while steps and steps[-1].tb_frame.f_globals is not namespace:
        steps.pop()
    kept = None
    for step in reversed(steps):
        kept = TracebackType(kept, step.tb_frame, step.tb_lasti, step.tb_lineno)
    return kept or whole
