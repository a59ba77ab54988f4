"""What a call would do, as a person reads it before deciding: its true effect.

A tool function may carry an `effect`: an attribute that is a function of the same parameters
(those that the program injects too). It does nothing and returns a text: the diff of a write, the
command of a run, the mail as it would be sent. A tool without one is shown as its name and its
arguments. Either way nothing can hide in the text, and it is bounded.

It fails closed: an `effect` that raises, takes too long, or gives back anything but a text is
replaced by the arguments and a line that says so. Such a call still needs a yes.
"""

from __future__ import annotations

from collections.abc import Callable

from studybuddy.jsontext import dump, name_of
from studybuddy.messages import ToolCall
from studybuddy.registry import Tool
from studybuddy.showing import middle_cut, visible

SECONDS = 5.0  # that an `effect` may take; a person waits meanwhile
MAX_EFFECT = 1_500_000
"""Characters of an effect, and of one argument: up to here a person can read all of it (whoever
shows it may leave the middle out at first). Of a longer one the middle is left out."""


def effect_of(tool: Tool | None, call: ToolCall) -> str:
    """What this call would do, to read and to compare: never empty, never raises.

    Two texts are equal only when what they tell is equal: where the middle was left out, a digest
    of the whole stands below.
    """
    function = getattr(getattr(tool, "function", None), "effect", None)
    if tool is None or function is None:
        return as_arguments(call)
    try:
        told = _told(tool, function, call)
    except Exception as error:
        told = None
        why = str(error) if isinstance(error, _NoEffectError) else f"failed ({name_of(error)})"
    if told is not None:
        return _bounded(told, MAX_EFFECT)
    return (f"What it would do cannot be shown: its preview {why}. "
            f"These are its arguments:\n{as_arguments(call)}")


def as_arguments(call: ToolCall) -> str:
    """The name of a call, then each argument on its own line, as JSON."""
    lines = [visible(call.name)]
    lines += [f"  {visible(name)}: {_bounded(_json(value), MAX_EFFECT)}"
              for name, value in (call.arguments or {}).items()]
    return "\n".join(lines if len(lines) > 1 else [*lines, "  (no arguments)"])


def digest(text: str) -> str:
    """A short name for exactly this text: its SHA-256 as 64 hexadecimal digits."""
    import hashlib  # here: it would be felt in `import Agent`

    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class _NoEffectError(Exception):
    """Why there is no effect to show."""


def _told(tool: Tool, function: Callable, call: ToolCall) -> str:
    import copy

    arguments = copy.deepcopy(call.arguments or {})  # what it changes must not be what runs
    told = _in_time(function, {**arguments, **tool.injected()})
    if not isinstance(told, str):
        raise _NoEffectError(f"gave back {name_of(told)}, not a text")
    told = str.__str__(told)  # of a subclass its plain text
    if not told.strip():
        raise _NoEffectError("is empty")
    return told


def _in_time(function: Callable, arguments: dict) -> object:
    """Call it in a thread, since nothing else can be left behind when it does not come back."""
    import threading

    came: list = []
    fault: list[BaseException] = []

    def work() -> None:
        try:
            came.append(function(**arguments))
        except BaseException as error:  # SystemExit too: a preview must not end the program
            fault.append(error)

    worker = threading.Thread(target=work, name="effect of a call", daemon=True)
    try:
        worker.start()
    except RuntimeError:  # no threads here, as in a browser
        work()
    else:
        worker.join(SECONDS)
    if fault:
        raise _NoEffectError(f"failed ({name_of(fault[0])})")
    if not came:
        raise _NoEffectError(f"took longer than {SECONDS:g} seconds")
    return came[0]


def _bounded(text: str, width: int) -> str:
    if len(text) <= width:
        return visible(text)
    return f"{visible(middle_cut(text, width))}\n[SHA-256 of the whole: {digest(text)}]"


def _json(value: object) -> str:
    try:
        return dump(value)
    except (TypeError, ValueError):  # of a type that the schema made, such as a date
        return dump(str(value))
