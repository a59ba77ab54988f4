"""Which calls wait for a person, and what the person decided.

The rule fails closed: whatever is not plainly allowed waits, and a decision that does not fit
its call exactly counts as none.
"""

from __future__ import annotations

from collections.abc import Callable

from studybuddy.jsontext import dump
from studybuddy.messages import Record

# Tools that change something outside the conversation.
WAIT_BY_DEFAULT = ("email_plan_to_me", "write_file", "run_python_file")


def waits(rule: bool | Callable[[dict], bool], arguments: dict) -> bool:
    """Whether a call with these checked arguments needs a person.

    `rule` is a bool, or a function of the arguments. A rule that raises, or that answers with
    anything but False, makes the call wait.
    """
    if callable(rule):
        from copy import deepcopy

        try:
            rule = rule(deepcopy(arguments))  # what it changes must not be what runs
        except Exception:
            return True
    return rule is not False


def fingerprint(call_id: str, name: str, arguments: dict) -> str:
    """What a decision is bound to: the call's id, its name and its exact arguments."""
    bound = [call_id, name, sorted(arguments.items())]
    try:
        return dump(bound)
    except (TypeError, ValueError):
        return repr(bound)  # a value that JSON cannot hold; one that changes will not fit again


class Decision(Record):
    """A person's word on one call. `bound_to` is the fingerprint of that call."""

    __slots__ = ("approved", "bound_to", "reason")

    def __init__(self, approved: bool, bound_to: str, reason: str = ""):
        self.approved = approved
        self.bound_to = bound_to
        self.reason = reason

    def fits(self, call_id: str, name: str, arguments: dict) -> bool:
        """Whether this decision is about exactly this call."""
        return self.bound_to == fingerprint(call_id, name, arguments)


def read_answer(answer: object) -> tuple[bool, str]:
    """What an `approve` function meant: (approved, reason).

    Only `True` approves. A text is the reason of a rejection; anything else rejects.
    """
    if answer is True:
        return True, ""
    return False, answer.strip() if isinstance(answer, str) else ""
