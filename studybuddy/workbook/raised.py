"""A mistake that any exercise can have in which an error must be raised: it is returned instead."""

from __future__ import annotations

from studybuddy.workbook.define import Mistake


def _is_error(value: object) -> bool:
    """Whether this is an exception, or the class of one."""
    return isinstance(value, BaseException) or (
        isinstance(value, type) and issubclass(value, BaseException))


RETURNED = Mistake("You returned the ValueError. Use `raise`, not `return`.",
                   lambda e: _is_error(e.value))
