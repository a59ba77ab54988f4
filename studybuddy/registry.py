"""The allow list: the tools that a model may ask for, and the one way to run them.

A call goes through *allow, parse, validate, approve, run, answer*. Each of the first four can
stop it, and every way ends in an answer: a strict JSON text, never an exception.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from studybuddy.approval import WAIT_BY_DEFAULT, waits
from studybuddy.jsontext import dump, dump_result, quote, read_object, well_formed
from studybuddy.messages import ToolCall

# Some models write the name with the place where they think it lives.
PREFIXES = ("functions.", "tools.", "default_api.")


class ToolError(Exception):
    """Raised by a tool to tell the model one sentence. Any other exception shows its type only."""


class Tool:
    """A function that a model may ask for.

    `function` is called with checked keyword arguments. `name` and `description` are what the
    model reads; they come from the function's name and docstring. `needs_approval` is a bool or
    a function of the arguments (dict -> bool); without it the tools of `WAIT_BY_DEFAULT` wait.
    `inject` gives values that the program sets and the model never sees; one that is a function
    without parameters is called at each call. A function may carry its own as an attribute.

    Raises SchemaError (a ValueError) when the function cannot be described.
    """

    def __init__(self, function: Callable, *, name: str | None = None,
                 description: str | None = None,
                 needs_approval: bool | Callable[[dict], bool] | None = None,
                 inject: Mapping[str, object] | None = None):
        # Here, not above: inspect and typing would double the cost of `import Agent`.
        from studybuddy.schema import SchemaError, describe, parameters_of

        self.inject = dict(getattr(function, "inject", {}) if inject is None else inject)
        self.parameters = parameters_of(function, hide=self.inject)
        self.function = function
        self.name: str = name or str(getattr(function, "__name__", ""))
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]{0,63}", self.name):
            raise SchemaError(f"{self.name!r} is no name for a tool. "
                              "Use up to 64 letters, digits and _, and begin with a letter.")
        waits_by_default = self.name in WAIT_BY_DEFAULT
        self.needs_approval = waits_by_default if needs_approval is None else needs_approval
        self.description = description or describe(function)[0] or self.name.replace("_", " ")

    def run(self, arguments: dict) -> object:
        """Call the function. What the program sets comes last, so that it always wins."""
        injected = {key: value() if callable(value) else value
                    for key, value in self.inject.items()}
        return self.function(**{**arguments, **injected})

    def schema(self, form: str = "openai") -> dict:
        """What the model is told of this tool, as a plain dict, in one of two forms."""
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
    """The tools that one agent may use. What is not in here does not exist for the model."""

    def __init__(self, tools: Iterable[Callable | Tool] = ()):
        self._tools: dict[str, Tool] = {}
        for tool in tools:
            self.add(tool)

    def add(self, function: Callable | Tool, *,
            needs_approval: bool | Callable[[dict], bool] | None = None,
            inject: Mapping[str, object] | None = None) -> Callable | Tool:
        """Allow one more tool; gives the function back, so that it can stand as a decorator.

        Raises ValueError when the function cannot be described, or when its name is taken.
        """
        tool = function if isinstance(function, Tool) else Tool(
            function, needs_approval=needs_approval, inject=inject)
        if tool.name in self._tools:
            raise ValueError(f"There is a tool with the name {tool.name!r} already.")
        self._tools[tool.name] = tool
        return function

    def remove(self, name: str) -> None:
        """Take a tool off the list. Raises KeyError when there is none of this name."""
        del self._tools[name]

    def schemas(self, form: str = "openai") -> list[dict]:
        """What the model is told: a list of plain dicts, form "openai" or "gemini"."""
        import copy

        return copy.deepcopy([tool.schema(form) for tool in self])

    def find(self, name: object) -> Tool | None:
        """The tool with this name. A blank or a known prefix round the exact name is forgiven."""
        if not isinstance(name, str):
            return None
        tool = self._tools.get(name)
        if tool is None:
            plain = name.strip()
            for prefix in PREFIXES:
                plain = plain.removeprefix(prefix)
            tool = self._tools.get(plain)
        return tool

    def read_call(self, call_id: str, name: object, raw: object) -> ToolCall:
        """Allow, parse, validate: the call with its checked arguments, or with its error."""
        text = raw if isinstance(raw, str) else "" if raw is None else _shown(raw)
        call = ToolCall(call_id, name if isinstance(name, str) else "unknown", raw=text)
        tool = self.find(name)
        if tool is None:
            names = ", ".join(self._tools) or "none"
            call.error = f"There is no tool {quote(str(name))!r}. The tools are: {names}."
            return call
        call.name = tool.name
        try:
            call.arguments = tool.parameters.check(read_object(raw))
        except ValueError as error:  # JSONTextError, ArgumentError
            call.error = well_formed(str(error))
        return call

    def needs_approval(self, call: ToolCall) -> bool:
        """Whether this call waits for a person. A call with an error never waits."""
        tool = self._tools.get(call.name)
        return call.error is None and tool is not None and waits(
            tool.needs_approval, call.arguments or {})

    def run_call(self, call: ToolCall) -> str:
        """Run and answer: a strict JSON text. Only KeyboardInterrupt comes through."""
        tool = self._tools.get(call.name)
        if call.error is not None or tool is None:
            return dump({"error": call.error or f"There is no tool {call.name!r} any more."})
        try:
            return dump_result(tool.run(call.arguments or {}))
        except ToolError as error:
            return dump({"error": well_formed(str(error))})
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # SystemExit too: a tool must not end the program
            return dump({"error": f"{call.name} failed with {type(error).__name__}. "
                                  "Try other arguments, or answer without it."})

    def run_tool(self, name: str, arguments_json: str | dict, approved: bool = False) -> str:
        """One call from beginning to end, as a strict JSON text. Never raises.

        A call that needs approval runs only with `approved=True`; without it the answer is
        `{"status": "needs_approval", "message": ...}` and nothing has happened.
        """
        call = self.read_call("", name, arguments_json)
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


def _shown(raw: object) -> str:
    """Arguments that came as an object, as text."""
    try:
        return well_formed(dump(raw))
    except (TypeError, ValueError, RecursionError):
        return ""
