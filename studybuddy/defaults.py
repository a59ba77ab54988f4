"""The default registry: the one place that knows all tools of the package.

`TOOLS`, `REGISTRY`, `NEEDS_CONFIRMATION` and `run_tool` are this registry seen through simple
names. For an agent with other tools make a `ToolRegistry` of your own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping

from studybuddy.approval import WAIT_BY_DEFAULT
from studybuddy.registry import Tool, ToolRegistry
from studybuddy.tools.calculator import calculator
from studybuddy.tools.notes import search_notes
from studybuddy.tools.planner import make_study_plan

# The names that wait for a person here; a name that is added waits from the next call on.
NEEDS_CONFIRMATION: set[str] = set(WAIT_BY_DEFAULT)


def _tool(function: Callable, name: str | None = None) -> Tool:
    tool = Tool(function, name=name)
    tool.needs_approval = lambda arguments: tool.name in NEEDS_CONFIRMATION
    return tool


registry = ToolRegistry(_tool(function) for function in (calculator, make_study_plan, search_notes))

# What a model is told of them, in the OpenAI form.
TOOLS: list[dict] = registry.schemas("openai")


class _Functions(MutableMapping):
    """The registry as name -> function, live in both directions."""

    def __getitem__(self, name: str) -> Callable:
        return registry[name].function

    def __setitem__(self, name: str, function: Callable) -> None:
        tool = _tool(function, name)
        if name in registry:
            registry.remove(name)
        registry.add(tool)

    def __delitem__(self, name: str) -> None:
        registry.remove(name)

    def __iter__(self) -> Iterator[str]:
        return (tool.name for tool in registry)

    def __len__(self) -> int:
        return len(registry)

    def __repr__(self) -> str:
        return repr(dict(self))


REGISTRY: MutableMapping[str, Callable] = _Functions()


def run_tool(name: str, arguments_json: str | dict, approved: bool = False) -> str:
    """Run one tool of the default registry: see `ToolRegistry.run_tool`."""
    return registry.run_tool(name, arguments_json, approved)


# The same under the name that says what it does: nothing in NEEDS_CONFIRMATION runs unasked.
run_tool_checked = run_tool
