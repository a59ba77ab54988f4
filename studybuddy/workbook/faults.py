"""Faults that any exercise can have, and the sentence for each. At most 20 words a sentence."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable

from studybuddy.workbook import calls, define, values
from studybuddy.workbook.bench import Attempt

STILL_OPEN = "A gap is still open. Put your own code in its place."
NO_STOP = "Your code did not stop. Look for a loop or a call that has no end."
PROCESS_ENDED = "Your code ended the whole Python process. Take such calls out."
LOOKED_AT = "To look at your value runs your code, and that ended in an error."
PRINTED = "Your code printed the answer. Use `return` instead of `print`."
NOTHING_RETURNED = "Nothing came back. End each path of the function with `return`."
INPUT_CHANGED = "Your code changed its input. Build a new list or dictionary."

ERRORS = {
    "NameError":
        "Python does not know this name. Check its spelling, or run the cell that makes it.",
    "UnboundLocalError": "This name has no value yet on this path. Give it one first.",
    "RecursionError": "The function calls itself without end. Each call needs a smaller part.",
    "MemoryError": "Your code asked for too much memory. Bound the size before you build it.",
    "EOFError": "A check cannot type for you. Take the values from the parameters, not `input()`.",
    "SystemExit": "Your code asked Python to exit. Use `return`, or raise a ValueError.",
    "KeyboardInterrupt": "Your code raised KeyboardInterrupt. That one is for the keyboard alone.",
    "ModuleNotFoundError": "Python cannot find this module. Check its spelling.",
    "ImportError": "This import does not work. Check the spelling of each name.",
    "KeyError": "The dictionary does not have this key. Which keys does it have?",
    "IndexError": "The position is after the end. Which positions are there?",
    "AttributeError": "This value does not have that name. What kind of value is it here?",
    "TypeError": "The kinds of value do not fit together. What kind is each one here?",
    "ZeroDivisionError": "This divides by zero. When can that happen?",
    "SyntaxError": "Python cannot read this text. Which text is it?",
    "AssertionError": "An `assert` in your code does not hold here.",
    "NotImplementedError": STILL_OPEN,
}
"""What to do next about an error of this type in the learner's code."""
OTHER_ERROR = "Your code stopped here. Read the error, then follow this case by hand."
NOT_TAKEN = "`{function}` does not take `{name}`. Look at which names it has in its brackets."
NOTHING_SET = "Nothing has set `{name}` yet. Is there an `__init__` that sets it?"
_NOT_TAKEN = re.compile(
    r"(?:(\w+)\.__\w+__|([\w.<>]+))\(\) got an unexpected keyword argument '(\w+)'")

_KINDS = {
    define.FUNCTION: ("the function `{name}` itself",
                      "Give the function itself: `{name}`, without brackets after it."),
    define.CLASS: ("the class `{name}` itself",
                   "Give the class itself: `{name}`, without brackets after it."),
    define.TEXT: ("a text", "Write a text between quotes."),
    define.NUMBER: ("a number", "Write a number, without quotes."),
    define.LIST: ("a list", "Write a list, in square brackets."),
    define.DICT: ("a dictionary", "Write a dictionary, in curly brackets."),
}


def about_error(attempt: Attempt, namespace: dict) -> str:
    """What to do next about the error of an attempt; `namespace` holds the learner's names."""
    if attempt.kind == "TypeError" and (says := calls.about(attempt.text, namespace)):
        return says
    if attempt.kind == "TypeError" and (found := _NOT_TAKEN.search(attempt.text)):
        function = (found[1] or found[2]).rpartition(".")[2]
        return NOT_TAKEN.format(function=function, name=found[3])
    error = attempt.error
    if isinstance(error, AttributeError) and (name := _read_from_self(error, attempt.where)):
        return NOTHING_SET.format(name=name)
    return ERRORS.get(attempt.kind, OTHER_ERROR)


def _read_from_self(error: AttributeError, where: str) -> str:
    """The name that the learner's line, `where`, looked for on `self`, and not to call it: a value
    that nothing has put there. "" for others; a dataclass gets its values in another way."""
    try:
        name = str(error.name)
        found = re.search(rf"\bself\.{re.escape(name)}\b(?!\s*\()", where)
        return name if found and not hasattr(error.obj, "__dataclass_fields__") else ""
    except values.RAISED:  # what the error or its object does is the learner's
        return ""


class Misfit(Exception):
    """The answer is not what the check asks for. Carries the rows of the card."""

    def __init__(self, *rows: tuple[str, str]):
        super().__init__()
        self.rows = list(rows)


def require_kind(check: define.Check, answer: object) -> None:
    """Raise Misfit when the answer is not the kind of thing that the check asks for."""
    if values.holds_gap(answer):
        raise Misfit(("came back", f"`{values.shown(answer)}`"), ("next", STILL_OPEN))
    if isinstance(check.asks, tuple):
        if not isinstance(answer, tuple) or len(answer) != len(check.asks):
            raise Misfit(
                ("expected", f"{len(check.asks)} things: `{check.name}`"),
                ("came back", f"`{values.shown(answer)}`"),
                ("next", check.wrong_kind or f"Give all of them in brackets: `({check.name})`."))
        names = [name.strip() for name in check.name.split(",")]
        for kind, one, name in zip(check.asks, answer, names, strict=True):
            _require_one(kind, one, name, check.wrong_kind)
        return
    _require_one(check.asks, answer, check.name, check.wrong_kind)


def _require_one(kind: str, answer: object, name: str, wrong_kind: str) -> None:
    fits: dict[str, Callable[[object], bool]] = {
        define.FUNCTION: lambda a: callable(a) and not isinstance(a, type),
        define.CLASS: lambda a: isinstance(a, type),
        define.TEXT: lambda a: isinstance(a, str),
        define.NUMBER: lambda a: isinstance(a, (int, float)) and not isinstance(a, bool),
        define.LIST: lambda a: isinstance(a, list),
        define.DICT: lambda a: isinstance(a, dict),
        define.ANY: lambda a: True,
    }
    if not fits[kind](answer):
        expected, what_next = _KINDS[kind]
        raise Misfit(("expected", expected.format(name=name)),
                     ("came back", f"`{values.shown(answer)}`"),
                     ("next", wrong_kind or what_next.format(name=name)))
    own = getattr(answer, "__name__", None)
    if kind in (define.FUNCTION, define.CLASS) and own not in (None, "<lambda>", name):
        raise Misfit(
            ("expected", f"`{name}`"), ("came back", f"`{values.shown(answer)}`"),
            ("next", f"The contract calls it `{name}`. Use that name, in `def` too."
             if kind == define.FUNCTION else f"The contract calls it `{name}`. Use that name."))


def require_parameters(check: define.Check, answer: object) -> None:
    """Raise Misfit when a function's parameters have other names than the contract gives.

    More parameters are welcome when each has a default value.
    """
    if check.parameters is None or not callable(answer):
        return
    try:
        given = list(inspect.signature(answer).parameters.values())
    except (TypeError, ValueError):  # a function written in C may not tell
        return
    count = len(check.parameters)
    first, more = given[:count], given[count:]
    by_position = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    if ([one.name for one in first] == list(check.parameters)
            and all(one.kind in by_position for one in first)
            and all(one.default is not one.empty or one.kind in (one.VAR_POSITIONAL,
                                                                 one.VAR_KEYWORD)
                    for one in more)):
        return
    names = ", ".join(check.parameters)
    own = ", ".join(one.name for one in given)
    raise Misfit(("expected", f"`{check.name}({names})`"),
                 ("came back", f"`{check.name}({values.clipped(own)})`"),
                 ("next", f"The contract names the parameters `{names}`. Use the same names."))
