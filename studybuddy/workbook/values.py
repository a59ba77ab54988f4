"""Values in words, and values compared.

What a learner's code gives back goes into a card: short, on one line, without memory addresses,
the same on every version of Python. Nothing here raises, whatever the value does.
"""

from __future__ import annotations

import math
import re

MAX_CHARS = 70
"""Characters of a value in a card."""
MAX_TEXT = 120
"""Characters of a line of code or a printed text in a card."""
MAX_ERROR = 160
"""Characters of an error's text in a card, also of one that a tool gives as `error`: cards tell
learners to read it."""
MAX_SHOWN_BITS = 1_000
"""A larger whole number is named by its size: `repr` refuses one of more than 4,300 digits."""

RAISED = (Exception, SystemExit, GeneratorExit)
"""What a learner's object may raise when it is looked at. A person's interrupt is none of it, and
no time that is over."""

_TOO_LONG_TO_PRINT = 10_000  # members of a container, or characters: `repr` alone would take long


def name_of(kind: type) -> str:
    """The name of a class, whatever its metaclass makes of such a question."""
    return type.__dict__["__name__"].__get__(kind)


def bases_of(kind: type) -> list[tuple[object, str]]:
    """A class and all its bases: the module and the name of each, as `name_of`."""
    order = type.__dict__["__mro__"].__get__(kind)
    return [(type.__dict__["__module__"].__get__(base), name_of(base)) for base in order]


def members(value: object) -> list[object]:
    """What stands in a class, none for other values; as `name_of`."""
    is_class = issubclass(type(value), type)
    return [*type.__dict__["__dict__"].__get__(value).values()] if is_class else []


def shown(value: object) -> str:
    """A value as it stands in a card, without backticks round it."""
    try:
        return _shown(value)
    except RAISED as error:  # also a huge number inside a list
        return f"a {name_of(type(value))} that cannot be shown ({name_of(type(error))})"


def _shown(value: object) -> str:
    if value is ...:
        return "..."
    if isinstance(value, int) and not isinstance(value, bool):
        bits = int.bit_length(value)
        if bits > MAX_SHOWN_BITS:
            return f"a whole number of {bits:,} bits"
    if _is_node(value):
        return f"the node {name_of(type(value))}"
    if isinstance(value, type):
        return f"the class {name_of(value)}"
    if callable(value) and hasattr(value, "__name__"):
        return f"the function {value.__name__}"
    if isinstance(value, (str, bytes, list, tuple, dict, set)) and (
            len(value) > _TOO_LONG_TO_PRINT):
        return f"a {name_of(type(value))} of length {len(value):,}"
    return clipped(repr(value), MAX_ERROR if holds_error(value) else MAX_CHARS)


def holds_error(value: object) -> bool:
    """Whether a value is a tool's answer that tells an error in words, or the JSON text of one."""
    if isinstance(value, str):
        return str.startswith(value, '{"error": "')
    return isinstance(value, dict) and isinstance(dict.get(value, "error"), str)


def clipped(text: str, limit: int = MAX_TEXT) -> str:
    """A text on one line, at most `limit` characters, with nothing hidden in it.

    Memory addresses and whitespace at the ends go; hidden and control characters become codes;
    a backtick becomes a quote, since backticks mark code in a card.
    """
    text = text[:limit * 20]
    # Of a traceback the name of the file is enough: its folder is the learner's own.
    text = re.sub(r'(File \\*")[^"]*?([^"/\\]+)(\\*")', r"\1\2\3", text)
    text = re.sub(r" (object )?at 0x[0-9a-fA-F]+\b", "", text)
    text = visible(re.sub(r"\s+", " ", text).strip().replace("`", "'"))
    return text if len(text) <= limit else text[: limit - 3] + "..."


def visible(text: str) -> str:
    """A text with each hidden or control character as a code, such as \\x1b."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "backslashreplace").decode()
                   for c in text)


# Texts that Python changed between its versions, or that only repeat the name of the error.
_CHANGING = ("SyntaxError", "IndentationError", "TabError", "RecursionError", "JSONDecodeError",
             "MemoryError")


def shown_error(error: BaseException) -> str:
    """An error as `Type: text`, or its type alone where the text differs between versions."""
    kind = name_of(type(error))
    if kind in _CHANGING:
        return kind
    try:
        if isinstance(error, KeyError) and len(error.args) == 1:
            text = shown(error.args[0])
        elif kind == "ValidationError":
            text = _first_fault(error)
        else:
            text = str(error)
        text = clipped(text, MAX_ERROR)
    except RAISED:  # a text that cannot be made
        return kind
    return f"{kind}: {text}" if text else kind


def _first_fault(error: BaseException) -> str:
    """The first fault that a ValidationError tells: where it is, and what is wrong there. The
    first line of pydantic's own text would only count the faults."""
    if not callable(errors := getattr(error, "errors", None)):
        return str(getattr(error, "message", error)).split("\n", 1)[0]
    first, *more = errors(include_url=False)
    place = ".".join(str(step) for step in first["loc"])
    rest = f" (and {len(more)} more)" if more else ""
    return (f"{place}: " if place else "") + first["msg"] + rest


def same(value: object, expected: object) -> bool:
    """Whether a value is the expected one.

    Numbers may differ by 1 in 10**9, and `34.0` is `34`; True is no number; a list is no tuple.
    Members of lists, tuples and dictionaries are compared in the same way.
    """
    try:
        return _same(value, expected, 0)
    except RAISED:  # the value's own `__eq__` may do anything
        return False


def _same(value: object, expected: object, depth: int) -> bool:
    if depth > 50:
        return False
    if expected is None or isinstance(expected, bool):
        return value is expected
    if isinstance(expected, (int, float)):
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return False
        if isinstance(value, int) and isinstance(expected, int):
            return value == expected
        return (math.isclose(value, expected, rel_tol=1e-9, abs_tol=1e-12)
                or (math.isnan(value) and math.isnan(expected)))
    if isinstance(expected, (list, tuple)):
        return (type(value) is type(expected) and len(value) == len(expected)
                and all(_same(a, b, depth + 1) for a, b in zip(value, expected, strict=True)))
    if isinstance(expected, dict):
        return (isinstance(value, dict) and value.keys() == expected.keys()
                and all(_same(value[key], expected[key], depth + 1) for key in expected))
    if isinstance(expected, str):
        return isinstance(value, str) and value == expected
    return type(value) is type(expected) and bool(value == expected)


def holds_gap(value: object) -> bool:
    """Whether a value is `...` or plain data that holds one: a gap that was not filled."""
    try:
        return _holds_gap(value, 0)
    except RAISED:  # no plain data
        return False


def _holds_gap(value: object, depth: int) -> bool:
    if value is ...:
        return True
    if depth > 20:
        return False
    if isinstance(value, dict):
        return any(_holds_gap(v, depth + 1) for v in [*value.keys(), *value.values()])
    if isinstance(value, (list, tuple, set)):
        return any(_holds_gap(v, depth + 1) for v in value)
    return False


def _is_node(value: object) -> bool:
    """Whether a value is a node of a syntax tree; tells without importing `ast`."""
    return any(module in ("ast", "_ast") and name == "AST"
               for module, name in bases_of(type(value)))
