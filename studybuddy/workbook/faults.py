"""Faults that any exercise can have, and the sentence for each. At most 20 words a sentence."""

from __future__ import annotations

import ast
import builtins
import difflib
import importlib.util
import inspect
import re
import sys
import textwrap
from collections.abc import Callable
from traceback import walk_tb
from types import CodeType, FrameType, FunctionType

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
LOST = ("`{method}` returns None. "
        "Write only `{name}.{method}(...)`, with nothing before it on its line.")
SQUARE = "`{name}` is a {kind}. Read it with square brackets: `{name}[...]`."
NOT_HERE = ("`{name}` is not installed here, and you do not need it. "
            "Work with the modules that the lesson imports.")
_RETURN_NONE = ("append", "extend", "insert", "remove", "sort", "reverse", "clear", "update")
# What a lesson may import, and a learner's Python may lack all the same.
_OURS = ("studybuddy", "bm25s", "google", "icalendar", "numpy", "openai", "pydantic",
         "pypdfium2", "Stemmer", "tzlocal")
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

_PLAIN = {int: "a number", float: "a number", bool: "a value", str: "a text", list: "a list",
          tuple: "a tuple", dict: "a dictionary"}


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
    if (lost := lost_before(error, namespace)) is not None:
        return LOST.format(name=lost[0], method=lost[1])
    if isinstance(error, TypeError) and (says := _called(error, attempt.where, namespace)):
        return says
    if isinstance(error, ModuleNotFoundError) and _is_foreign(root := _root(error.name)):
        return NOT_HERE.format(name=root)
    return ERRORS.get(attempt.kind, OTHER_ERROR)


def lost_before(error: BaseException | None, namespace: dict) -> tuple[str, str] | None:
    """(name, method) of a line such as `rows = rows.append(1)` that has made the name None, in the
    learner's function that an error came from; None where there is none."""
    frame = _own_frame(error, namespace)
    if frame is None:
        return None
    return next(((name, method) for name, method in _lost(frame.f_code)
                 if name in frame.f_locals and frame.f_locals[name] is None), None)


def lost_in(function: object) -> list[tuple[str, str]]:
    """(name, method) of each line of a function that keeps, or returns, the None of a method that
    changes its object."""
    return _lost(function.__code__) if isinstance(function, FunctionType) else []


def _lost(code: CodeType) -> list[tuple[str, str]]:
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(code)))
    except (OSError, TypeError, SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    found = []
    for line in ast.walk(tree):
        match line:
            case (ast.Assign(targets=[ast.Name(id=target)], value=ast.Call(
                    func=ast.Attribute(value=ast.Name(id=name), attr=method)))):
                kept = target == name
            case ast.Return(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name),
                                                              attr=method))):
                kept = True
            case _:
                continue
        if kept and method in _RETURN_NONE:
            found.append((name, method))
    return found


def _own_frame(error: BaseException | None, namespace: dict) -> FrameType | None:
    """The last frame of the learner's code on the way to an error."""
    own = [frame for frame, _ in walk_tb(error.__traceback__ if error is not None else None)
           if frame.f_globals is namespace]
    return own[-1] if own else None


def _called(error: TypeError, where: str, namespace: dict) -> str:
    """What to say about a list or dictionary that the learner's line, `where`, calls like a
    function; "" for others, also where it has the name of a function of Python."""
    frame = _own_frame(error, namespace)
    kinds = {"'dict' object is not callable": (dict, "dictionary"),
             "'list' object is not callable": (list, "list")}
    if frame is None or not error.args or error.args[0] not in kinds:
        return ""
    kind, word = kinds[error.args[0]]
    for name in re.findall(r"(?<![.\w])(\w+)\(", where):
        value = frame.f_locals.get(name, namespace.get(name))
        if type(value) is kind and not hasattr(builtins, name):
            return SQUARE.format(name=name, kind=word)
    return ""


def _root(name: object) -> str:
    return str(name or "").partition(".")[0]


def _is_foreign(root: str) -> bool:
    """Whether this is a package that no lesson needs, and no known module with a wrong letter."""
    known = (*sys.stdlib_module_names, *_OURS)
    try:
        found = importlib.util.find_spec(root) is not None
    except (ImportError, ValueError):
        found = True
    return not found and not difflib.get_close_matches(root, known, 1, 0.8)


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
                     ("next", wrong_kind or what_next.format(name=name)
                      + _or_overwritten(kind, answer, name)))
    own = getattr(answer, "__name__", None)
    if kind in (define.FUNCTION, define.CLASS) and own not in (None, "<lambda>", name):
        raise Misfit(
            ("expected", f"`{name}`"), ("came back", f"`{values.shown(answer)}`"),
            ("next", f"The contract calls it `{name}`. Use that name, in `def` too."
             if kind == define.FUNCTION else f"The contract calls it `{name}`. Use that name."))


def _or_overwritten(kind: str, answer: object, name: str) -> str:
    """More to say where a plain value came in place of a function or class: its result, or the
    name holds that value itself. What is known here cannot tell the two apart."""
    word = {define.FUNCTION: "def", define.CLASS: "class"}.get(kind)
    held = "None" if answer is None else next(
        (text for one, text in _PLAIN.items() if type(answer) is one), "")
    return f" Does `{name}` now hold {held}? Write its `{word}` again." if word and held else ""


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
