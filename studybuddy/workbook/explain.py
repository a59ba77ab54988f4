"""Errors of a cell that a card explains: the traceback as always, then the card below it."""

from __future__ import annotations

from contextlib import suppress
from types import TracebackType

from studybuddy.workbook import cards, syntax, unknown, unmade
from studybuddy.workbook.cards import Card


def explain_here() -> None:
    """From now on, explain such errors in this kernel. Elsewhere, and where somebody else handles
    errors already, nothing happens."""
    shell = cards.shell()
    if shell is not None and not getattr(shell, "custom_exceptions", True):
        # All kinds: what pydantic raises is a class of its own, of which nothing is imported here.
        shell.set_custom_exc((Exception,), _explained)
        # IPython asks no handler about what it finds out when it has begun to run the cell.
        shell.events.register("post_run_cell", _after)


def _after(result) -> None:
    """What is said when a cell has ended without a word of the handler."""
    card, error = None, result.error_before_exec
    with suppress(Exception):
        if isinstance(error, SyntaxError):
            card = syntax.card_outside(error)
            if error.filename == "<tokenize>":  # IPython itself could not read the cell
                card = syntax.card_of(error)
        elif error is None:
            card = syntax.card_of_question(result.info.raw_cell, unknown.texts())
        if card is not None:
            cards.show(card)


def _explained(shell, kind, error, trace, tb_offset=None) -> None:
    """IPython's handler. For other errors it does what IPython does. It never raises, whatever
    the error does when it is looked at: IPython would not ask it again."""
    card, shown, ran = None, trace, True
    with suppress(BaseException):
        ran = not syntax.is_meant(error, trace, shell.user_ns)
        card, shown = _card_of(shell, kind, error, trace)
    try:
        if shown is not None and shown is not trace and isinstance(error, SyntaxError):
            # Of these IPython shows what Python itself holds, with its own line above the cell.
            error.__traceback__, error.__suppress_context__ = shown.tb_next or shown, True
        shell.showtraceback((kind, error, shown), tb_offset=tb_offset, running_compiled_code=ran)
    except BaseException:  # it has no text, or its class no name: IPython tells that error then
        with suppress(BaseException):
            shell.showtraceback()
    if card is not None:
        with suppress(Exception):
            cards.show(card)


def _card_of(shell, kind: type, error: BaseException,
             trace: TracebackType | None) -> tuple[Card | None, TracebackType | None]:
    """The card about an error, None for most, and what to show of its traceback."""
    if unmade.is_meant(error, trace, shell.user_ns):
        return unmade.card_of(error), _own_part(trace, shell.user_ns)
    if syntax.is_meant(error, trace, shell.user_ns):
        plain = syntax.plainly(error, _cell_of(shell))  # type: ignore[arg-type]
        return syntax.card_of(plain, unknown.texts()), trace
    if kind is NameError:  # an UnboundLocalError is another thing
        return unknown.card_of(error, trace), trace  # type: ignore[arg-type]
    return None, trace


def _cell_of(shell) -> str:
    """The cell that runs now, without magics; "" where nothing is known of it."""
    with suppress(Exception):
        return shell.history_manager.input_hist_parsed[-1]
    return ""


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
