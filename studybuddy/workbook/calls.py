"""Calls with too many or too few values: Python's sentence about them, in words for a learner.

Python counts `self` too, so its numbers are given only where it is known whether that is among
them. At most 20 words a sentence.
"""

from __future__ import annotations

import re

TOO_MANY = "`{function}` was called with {given}; it takes {takes}."
TOO_MANY_FOR_METHOD = ("`{function}` was called with too many values. "
                       "Is `self` its first parameter? How many follow?")
TOO_FEW = "`{function}` was called without {names}. Give it {them}."
NEEDS = "`{function}` was called with {given}; it needs {takes}."
NO_OBJECT = "`{name}` is a class. Make an object of it first: `{name}()`."
TWICE = "`{function}` gets a value for `{name}` twice. Give it once."

NO_BASE = "The class `{name}` takes no values. Is `(BaseModel)` behind its name?"
NO_DECORATOR = "The class `{name}` takes no values. Does `@dataclass` stand above it?"
NO_INIT = "The class `{name}` takes no values. Is there an `__init__` that takes them?"

_MANY = re.compile(r"^(\S+)\(\) takes (?:from (\d+) to )?(\d+) positional arguments? "
                   r"but (\d+) (?:positional arguments? \(and .+\) )?(?:was|were) given$")
_FEW = re.compile(r"^(\S+)\(\) missing \d+ required (?:positional|keyword-only) arguments?: (.+)$")
_FEW_IN_C = re.compile(r"^(\S+)\(\) missing required argument '(\w+)'")
_TWICE = re.compile(r"^(\S+)\(\) got multiple values for argument '(\w+)'$")
_NONE = re.compile(r"^(\w+)\(\) takes no arguments$")
# Functions written in C know no names, and do not count `self`.
_IN_C = re.compile(r"^(\S+)\(\) takes (exactly |at most |at least |)(no|one|\d+) "
                   r"(?:positional )?arguments? \((\d+) given\)$")
_IN_C_TOO = re.compile(r"^(\S+) expected (at most |at least |)(\d+) arguments?, got (\d+)$")


def about(text: str, namespace: dict) -> str:
    """What to say about the text of a TypeError; "" when it is about no such call. `namespace`
    holds the learner's classes by their names."""
    if (found := _MANY.match(text)) is not None:
        return _too_many(found[1], int(found[2] or found[3]), int(found[3]), int(found[4]))
    if (found := _FEW.match(text) or _FEW_IN_C.match(text)) is not None:
        return _too_few(found[1], re.findall(r"\w+(?=')", found[2]) or [found[2]])
    if (found := _TWICE.match(text)) is not None:
        return TWICE.format(function=_name(found[1]), name=found[2])
    if (found := _NONE.match(text)) is not None:
        return _no_values(found[1], namespace)
    if (found := _IN_C.match(text) or _IN_C_TOO.match(text)) is not None:
        return _in_c(found[1], found[2].replace("exactly ", ""), found[3], int(found[4]))
    return ""


def _too_many(function: str, low: int, high: int, given: int) -> str:
    owner, _, last = function.rpartition("<locals>.")[2].rpartition(".")
    if owner and last != "__init__":  # a method, perhaps a static one
        return TOO_MANY_FOR_METHOD.format(function=last)
    own = bool(owner)  # `self` is among them
    low, high, given = low - own, high - own, given - own
    takes = ("none" if high == 0 else str(high) if low == high
             else f"at most {high}" if low == 0 else f"{low} to {high}")
    if own and high == 0:
        takes += " without a name"
    return TOO_MANY.format(function=_name(function), given=_values(given), takes=takes)


def _in_c(function: str, bound: str, count: str, given: int) -> str:
    words = {"no": "none", "one": "1"}.get(count, count)
    few = words != "none" and given < int(words)
    return (NEEDS if few else TOO_MANY).format(
        function=_name(function), given=_values(given), takes=bound + words)


def _too_few(function: str, names: list[str]) -> str:
    owner = function.rpartition("<locals>.")[2].rpartition(".")[0]
    if owner and names[0] == "self":
        return NO_OBJECT.format(name=owner)
    *others, last = [f"`{name}`" for name in names]
    return TOO_FEW.format(function=_name(function), them="these values" if others else "this value",
                          names=f"{', '.join(others)} and {last}" if others else last)


def _no_values(name: str, namespace: dict) -> str:
    """About a class that has no `__init__`: where its fields should have come from."""
    value = namespace.get(name)
    if isinstance(value, type) and getattr(value, "__annotations__", None):
        limits = any(type(one).__name__ == "FieldInfo" for one in vars(value).values())
        if limits or "BaseModel" in namespace:
            return NO_BASE.format(name=name)
        if "dataclass" in namespace:
            return NO_DECORATOR.format(name=name)
    return NO_INIT.format(name=name)


def _name(function: str) -> str:
    """The name as a learner calls it: `Box` for `Box.__init__`, `add` for `Box.add`."""
    return function.removesuffix(".__init__").rpartition(".")[2]


def _values(count: int) -> str:
    return "no values" if count == 0 else f"{count} value{'s' * (count != 1)}"
