"""Which calls wait for a person, who decides about them, and what was decided.

The rule fails closed: whatever is not plainly allowed waits, and a decision that does not fit
its call exactly, or what the call would do now, counts as none.

Three words are policies: with "ask" a call waits, with "approve" it runs, with "reject" it is
refused. Code that names one (or hands over a function that decides) always wins; otherwise the
environment variable STUDYBUDDY_APPROVE counts. It is read once, when the package is imported, from
the process and never from a file: nothing that a model writes or runs later can change it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from studybuddy import _APPROVE_AT_START
from studybuddy.jsontext import dump, well_formed
from studybuddy.messages import Record, ToolCall

# Tools that change something outside the conversation.
WAIT_BY_DEFAULT: tuple[str, ...] = ("email_plan_to_me", "write_file", "run_python_file")

POLICIES = ("ask", "approve", "reject")
POLICY_AT_START = _APPROVE_AT_START.strip() or "ask"

MAY_HAVE_HAPPENED = "may already have happened"
CHANGED = "it changed since you saw it"
REST_OF_RUN = "rest of run"  # who decided, where the tool was approved for the rest of the run
MAX_VOID = 3  # times that an approval of one call may become void before the call is refused

Approver = Callable[[ToolCall], "bool | str"]


def waits(rule: bool | Callable[[dict], bool], arguments: dict) -> bool:
    """Whether a call with these checked arguments needs a person.

    `rule` is a bool, or a function of the arguments. A rule that raises, or that answers with
    anything but False, makes the call wait. Only what stops the whole program comes through:
    KeyboardInterrupt, asyncio.CancelledError.
    """
    if callable(rule):
        from copy import deepcopy

        try:
            rule = rule(deepcopy(arguments))  # what it changes must not be what runs
        except BaseException as error:  # SystemExit too: a rule must not end the program
            if stops_all(error):
                raise
            return True
    return rule is not False


def stops_all(error: BaseException) -> bool:
    """Whether this is an interrupt, which no tool and no rule may swallow."""
    asyncio = sys.modules.get("asyncio")  # whoever can be cancelled has imported it
    cancelled = getattr(asyncio, "CancelledError", KeyboardInterrupt)
    return isinstance(error, (KeyboardInterrupt, cancelled))


def fingerprint(call_id: str, name: str, arguments: dict, setting: str = "") -> str:
    """What a decision is bound to: the call's id, its name, its exact arguments, and the
    `setting` of its tool, such as its folder (see `Tool.setting`)."""
    bound = [call_id, name, sorted(arguments.items()), *filter(None, [setting])]
    try:
        return dump(bound)
    except (TypeError, ValueError):
        return repr(bound)  # a value that JSON cannot hold; one that changes will not fit again


class Decision(Record):
    """A person's word on one call.

    `bound_to` is the fingerprint of that call, and `effect` the digest of what it would do, as
    it was shown (see `studybuddy.effect`). `used` is True once the call has begun by it: a
    decision is used once.
    """

    __slots__ = ("approved", "bound_to", "reason", "effect", "used")

    def __init__(self, approved: bool, bound_to: str, reason: str = "", effect: str = ""):
        self.approved = approved
        self.bound_to = bound_to
        self.reason = reason
        self.effect = effect
        self.used = False

    def fits(self, call_id: str, name: str, arguments: dict, setting: str = "") -> bool:
        """Whether this decision is about exactly this call."""
        return self.bound_to == fingerprint(call_id, name, arguments, setting)

    def saw(self, effect: str) -> bool:
        """Whether the person saw exactly this effect before deciding."""
        from studybuddy.effect import digest

        return self.effect == digest(effect)


def read_answer(answer: object) -> tuple[bool, str]:
    """What an `approve` function meant: (approved, reason).

    Only `True` approves. A text is the reason of a rejection; anything else rejects.
    """
    if answer is True:
        return True, ""
    return False, answer.strip() if isinstance(answer, str) else ""


def approver(wanted: Approver | str | None) -> Approver | None:
    """The function that decides about waiting calls, or None where they wait for a person.

    `wanted` is such a function, a policy as a word, or None for the policy that the environment
    had at the start; there an unknown word counts as "ask". Raises ValueError for an unknown
    word in code.
    """
    if callable(wanted):
        return wanted
    if wanted is None:
        return _POLICY.get(POLICY_AT_START)
    if wanted not in POLICIES:
        raise ValueError(f"approve is a function, or one of the words {', '.join(POLICIES)}, "
                         f"not {wanted!r}.")
    return _POLICY.get(wanted)


def who_decides(approve: object) -> str:
    """Who stands behind an `approve` function, for the audit log: its attribute `who`, if it has
    one that can be read."""
    try:
        return well_formed(str(getattr(approve, "who", "function")))
    except Exception:
        return "function"


def is_policy(approve: object) -> bool:
    """Whether this is a policy. A policy never decides about a call that may have happened."""
    return any(approve is policy for policy in _POLICY.values())


def _approve_all(call: ToolCall) -> bool:
    return True


def _reject_all(call: ToolCall) -> str:
    return "Actions are switched off here (the approval policy is reject)."


_approve_all.who = "policy approve"  # type: ignore[attr-defined]
_reject_all.who = "policy reject"  # type: ignore[attr-defined]
_POLICY: dict[str, Approver] = {"approve": _approve_all, "reject": _reject_all}
