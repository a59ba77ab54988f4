"""The allow list: the tools that a model may ask for, and the one way to run them.

A call goes through *allow, parse, validate, approve, run, answer*. Each of the first four can
stop it, and every way ends in an answer: a strict JSON text, never an exception.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from studybuddy.approval import WAIT_BY_DEFAULT, stops_all, waits
from studybuddy.jsontext import (
    dump,
    dump_result,
    kind_of,
    name_of,
    quote,
    read_object,
    well_formed,
)
from studybuddy.messages import ToolCall
from studybuddy.showing import short

# Some models write the name with the place where they think it lives.
PREFIXES = ("functions.", "tools.", "default_api.")

MAX_DESCRIPTION = 1_024
"""Characters of a tool's description. OpenAI's API answers a longer one with status 400, code
`string_above_max_length` (public report: getsentry/sentry-mcp, issue 106)."""
MAX_ERROR = 1_000
"""Characters of a sentence that a tool tells with ToolError; the end of a longer one is cut."""
MAX_ORIGIN = 200
"""Characters of an origin; the end of a longer one is cut."""
MAX_RAISED = 100_000
"""Characters of an exception's text that are looked at."""

Origin = str | Callable[[dict, object], str]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Never


class ToolError(Exception):
    """Raised by a tool to tell the model one sentence. Any other exception shows its type only."""


class Tool:
    """A function that a model may ask for.

    `function` is called with checked keyword arguments. `name` and `description` are what the
    model reads; they come from the function's name and docstring. `needs_approval` is a bool or
    a function of the arguments (dict -> bool); without it the tools of `WAIT_BY_DEFAULT` wait.
    `inject` gives values that the program sets and the model never sees; one that is a function
    without parameters is called at each call. A function may carry its own as an attribute, and
    as another one, `effect`, what a person is shown before a call (see `studybuddy.effect`).

    `origin` marks what the tool answers as foreign text, data and no instruction: a text such as
    "notes", or a function of the call's arguments and the result (a dict, and whatever the tool
    returned; None when it raised) that gives one. The registry adds it to each answer as the key
    `origin`. That key belongs to the registry: where a tool without an `origin` returns a dict
    that has one, its value becomes the tool's name. A function may carry its `origin` too.

    Raises SchemaError (a ValueError) when the function cannot be described, and when the
    description is longer than 1,024 characters.
    """

    def __init__(self, function: Callable, *, name: str | None = None,
                 description: str | None = None,
                 needs_approval: bool | Callable[[dict], bool] | None = None,
                 inject: Mapping[str, object] | None = None,
                 origin: Origin | None = None):
        # Here, not above: inspect and typing would double the cost of `import Agent`.
        from studybuddy.schema import SchemaError, describe, parameters_of

        self.inject = dict(getattr(function, "inject", {}) if inject is None else inject)
        self.parameters = parameters_of(function, hide=self.inject)
        self.function = function
        self.origin: Origin | None = getattr(function, "origin", None) if origin is None else origin
        self.name: str = name or str(getattr(function, "__name__", ""))
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]{0,63}", self.name):
            raise SchemaError(f"{self.name!r} cannot be the name of a tool. "
                              "Use up to 64 letters, digits and _, and begin with a letter.")
        waits_by_default = self.name in WAIT_BY_DEFAULT
        self.needs_approval = waits_by_default if needs_approval is None else needs_approval
        self.description = description or describe(function)[0] or self.name.replace("_", " ")
        if len(self.description) > MAX_DESCRIPTION:
            raise SchemaError(
                f"{self.name}: the description has {len(self.description):,} characters. Use at "
                f"most {MAX_DESCRIPTION:,}: a shorter docstring, or description=... for Tool.")

    def changed(self, needs_approval: bool | Callable[[dict], bool] | None = None,
                inject: Mapping[str, object] | None = None) -> Tool:
        """A copy with another approval rule or more injected values; this tool stays as it is.

        `needs_approval` is as in `Tool`, None keeps the rule. `inject` is added to what the tool
        injects already: nothing that was hidden comes into view. Raises SchemaError when the
        function has no such parameter.
        """
        import copy

        from studybuddy.schema import parameters_of

        tool = copy.copy(self)
        if needs_approval is not None:
            tool.needs_approval = needs_approval
        if inject is not None:
            tool.inject = {**self.inject, **inject}
            tool.parameters = parameters_of(self.function, hide=tool.inject)
        return tool

    def run(self, arguments: dict) -> object:
        """Call the function with `arguments`, checked before, and return what it returns.

        What the program sets comes last, so that it always wins. What the function raises comes
        through.
        """
        return self.function(**{**arguments, **self.injected()})

    def origin_of(self, arguments: dict, result: object) -> str | None:
        """Where `result`, the answer to these `arguments`, came from; None when it is not
        marked."""
        if self.origin is None:
            return self.name if isinstance(result, dict) and "origin" in result else None
        try:
            told = self.origin(arguments, result) if callable(self.origin) else self.origin
            return short(well_formed(str.__str__(told)), MAX_ORIGIN) or self.name
        except Exception:
            return self.name

    def injected(self) -> dict[str, object]:
        """What the program sets, as it is now."""
        return {key: value() if callable(value) else value for key, value in self.inject.items()}

    def setting(self) -> str:
        """A digest of the plain values that the program sets (texts, paths, numbers), so that an
        approval for one folder is none for another; empty where there is none. Values that are
        worked out at each call belong to the effect."""
        plain = [(key, os.fspath(value) if isinstance(value, os.PathLike) else value)
                 for key, value in sorted(self.inject.items())
                 if isinstance(value, (str, int, float, os.PathLike))]
        if not plain:
            return ""
        from hashlib import sha256

        return sha256(repr(plain).encode("utf-8", "surrogatepass")).hexdigest()[:16]

    def schema(self, form: str = "openai") -> dict:
        """What the model is told of this tool, a new plain dict. `form` is "openai" or "gemini".

        Raises ValueError for another form.
        """
        if form == "openai":
            return {"type": "function", "function": {
                "name": self.name, "description": self.description,
                "parameters": self.parameters.schema}}
        if form == "gemini":
            from studybuddy.schema import for_gemini

            return {"name": self.name, "description": self.description,
                    "parameters_json_schema": for_gemini(self.parameters.schema)}
        raise ValueError(f"The form is 'openai' or 'gemini', not {form!r}.")

    def __repr__(self) -> str:
        return f"Tool({self.name!r})"


class ToolRegistry:
    """The tools that one agent may use. What is not in here does not exist for the model.

    `tools` is a list of functions and `Tool`s. Raises TypeError for anything else, and ValueError
    as `add` does.
    """

    def __init__(self, tools: Iterable[Callable | Tool] = (), *more: Never):
        self._tools: dict[str, Tool] = {}
        if more or not _is_list(tools):
            raise TypeError(_no_list((tools, *more)))
        for tool in tools:
            self.add(tool)

    def add(self, function: Callable | Tool, *,
            needs_approval: bool | Callable[[dict], bool] | None = None,
            inject: Mapping[str, object] | None = None) -> Callable | Tool:
        """Allow one more tool; gives the function back, so that it can stand as a decorator.

        Of a `Tool` that comes with `needs_approval` or `inject` a changed copy is allowed. Raises
        ValueError when the function cannot be described, or when its name is taken.
        """
        if not isinstance(function, Tool):
            tool = Tool(function, needs_approval=needs_approval, inject=inject)
        elif needs_approval is None and inject is None:
            tool = function
        else:
            tool = function.changed(needs_approval, inject)
        if tool.name in self._tools:
            raise ValueError(f"There is a tool with the name {tool.name!r} already. Give one "
                             "of the two another name, or remove the first.")
        self._tools[tool.name] = tool
        return function

    def remove(self, name: str) -> None:
        """Take a tool off the list. Raises KeyError when there is none of this name."""
        del self._tools[name]

    def schemas(self, form: str = "openai") -> list[dict]:
        """What the model is told: a list of plain dicts, form "openai" or "gemini"."""
        return [tool.schema(form) for tool in self]

    def folders(self) -> set[str]:
        """The folders that a model works in with these tools: each `working_directory` that the
        program sets."""
        given = (tool.inject.get("working_directory") for tool in self)
        return {os.fspath(folder) for folder in given if isinstance(folder, (str, os.PathLike))}

    def find(self, name: object) -> Tool | None:
        """The tool with this name. A blank or a known prefix round the exact name is forgiven."""
        if not isinstance(name, str):
            return None
        name = str.__str__(name)  # of a subclass its plain text
        tool = self._tools.get(name)
        if tool is None:
            plain = name.strip()
            for prefix in PREFIXES:
                plain = plain.removeprefix(prefix)
            tool = self._tools.get(plain)
        return tool

    def read_call(self, call_id: str, name: object, raw: object) -> ToolCall:
        """Allow, parse, validate: the call with its checked arguments, or with its error.

        `call_id` and `name` are what the model sent, `raw` its arguments as a JSON text or a dict.
        """
        text = raw if isinstance(raw, str) else "" if raw is None else _shown(raw)
        call = ToolCall(call_id, name if isinstance(name, str) else "unknown", raw=text)
        tool = self.find(name)
        if tool is None:
            asked = repr(quote(name)) if isinstance(name, str) else f"with {kind_of(name)} as name"
            names = ", ".join(self._tools) or "none"
            call.error = well_formed(f"There is no tool {asked}. The tools are: {names}.")
            return call
        call.name = tool.name
        try:
            call.arguments = tool.parameters.check(read_object(raw))
        except ValueError as error:  # JSONTextError, ArgumentError
            call.error = well_formed(str(error))
        except Exception as error:  # arguments that came as objects may bring methods that raise
            call.error = f"The arguments cannot be read ({name_of(error)}). Send a JSON object."
        return call

    def needs_approval(self, call: ToolCall) -> bool:
        """Whether this call waits for a person. A call with an error never waits."""
        tool = self._tools.get(call.name)
        return call.error is None and tool is not None and waits(
            tool.needs_approval, call.arguments or {})

    def run_call(self, call: ToolCall) -> str:
        """Run `call`, one from `read_call`, and answer: a strict JSON text. Asks for no approval.

        Only what stops the whole program comes through: KeyboardInterrupt, asyncio.CancelledError.
        """
        return self.answer_call(call)[0]

    def answer_call(self, call: ToolCall) -> tuple[str, str]:
        """Run `call` as `run_call` does: (the answer, what the tool raised).

        The second text is for the person alone, such as "KeyError: 'page'": the model reads only
        the type, since the text may hold what is not meant for it. It is empty when nothing was
        kept from the model, and may hold secrets: mask it before it is shown.
        """
        tool = self._tools.get(call.name)
        if call.error is not None or tool is None:
            return dump({"error": call.error or f"There is no tool {call.name!r} any more."}), ""
        arguments = call.arguments or {}
        try:
            result = tool.run(arguments)
            return dump_result(result, tool.origin_of(arguments, result)), ""
        except BaseException as error:  # SystemExit too: a tool must not end the program
            if stops_all(error):
                raise
            if isinstance(error, ToolError) and (told := _told(error)):
                return dump_result({"error": told}, tool.origin_of(arguments, None)), ""
            return dump({"error": f"{call.name} failed with {name_of(error)}. "
                                  "Try other arguments, or answer without it."}), raised(error)

    def run_tool(self, name: str, arguments_json: str | dict | None,
                 approved: bool = False) -> str:
        """One call from beginning to end, as a strict JSON text. Never raises, but for an
        interrupt.

        `name` is the tool's, `arguments_json` a JSON object as a text, a dict, or None for no
        arguments. A call that needs approval runs only with `approved=True`; without it the answer
        is `{"status": "needs_approval", "message": ...}` and nothing has happened.
        """
        try:
            call = self.read_call("", name, arguments_json)
        except Exception as error:  # objects with methods of their own, instead of texts
            return dump({"error": f"This call cannot be read ({name_of(error)}). "
                                  "Send a name and a JSON object, both as text."})
        if approved is not True and self.needs_approval(call):
            return dump({"status": "needs_approval",
                         "message": f"{call.name} waits for a person. Nothing was done."})
        return self.run_call(call)

    def __iter__(self) -> Iterator[Tool]:
        return iter(self._tools.values())

    def __len__(self) -> int:
        return len(self._tools)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._tools

    def __getitem__(self, name: str) -> Tool:
        return self._tools[name]

    def __repr__(self) -> str:
        return f"ToolRegistry([{', '.join(self._tools)}])"


def _is_list(tools: object) -> bool:
    """Whether tools can be taken from it one by one; names and a dict of names hold none."""
    try:
        iter(tools)  # type: ignore[call-overload]
    except TypeError:
        return False
    return not isinstance(tools, (str, dict))


def _no_list(given: tuple[object, ...]) -> str:
    """What is wrong with tools that are no list, as a sentence with the right form."""
    names = [None if isinstance(tool, type) else
             getattr(tool, "name" if isinstance(tool, Tool) else "__name__", None)
             for tool in given]
    if not all(isinstance(name, str) and name.isidentifier() for name in names):
        return "tools is one list of functions, such as [calculator]."
    return f"tools is a list of functions: write [{', '.join(map(str, names))}], with brackets."


def _shown(raw: object) -> str:
    """Arguments that came as an object, as text."""
    try:
        return well_formed(dump(raw))
    except Exception:  # what JSON cannot hold, or an object that raises
        return ""


def raised(error: BaseException) -> str:
    """What was raised, as type and text; empty where there is no text that can be read."""
    text = _text(error)
    if len(text) > MAX_RAISED:  # whole words: half of a key would not be known as one
        text = text[:MAX_RAISED].rpartition(" ")[0]
    return f"{name_of(error)}: {text}" if text.strip() else ""


def untold(fault: str) -> str:
    """What was raised, in words for the person."""
    return f"{fault} (not shown to the model)"


def _told(error: ToolError) -> str:
    """The sentence of a ToolError; empty when it has none that can be read."""
    text = _text(error)
    return text if len(text) <= MAX_ERROR else text[:MAX_ERROR - 3] + "..."


def _text(error: BaseException) -> str:
    """`str(error)`, and empty where its own method raises, SystemExit too."""
    try:
        return well_formed(str(error))
    except BaseException as other:
        if stops_all(other):
            raise
        return ""
