"""The default registry: the one place that knows all tools of the package.

`TOOLS`, `REGISTRY`, `NEEDS_CONFIRMATION` and `run_tool` are this registry seen through simple
names. For an agent with other tools make a `ToolRegistry` of your own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, MutableMapping

from studybuddy.approval import WAIT_BY_DEFAULT
from studybuddy.registry import Tool, ToolRegistry
from studybuddy.tools.calculator import calculator
from studybuddy.tools.mail import email_plan_to_me
from studybuddy.tools.notes import search_notes
from studybuddy.tools.planner import make_study_plan

# The names that wait for a person here; a name that is added waits from the next call on.
NEEDS_CONFIRMATION: set[str] = set(WAIT_BY_DEFAULT)


def _tool(function: Callable, name: str | None = None) -> Tool:
    tool = Tool(function, name=name)
    tool.needs_approval = lambda arguments: tool.name in NEEDS_CONFIRMATION
    return tool


registry = ToolRegistry(
    _tool(function)
    for function in (calculator, make_study_plan, search_notes, email_plan_to_me))

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


def run_tool(name: str, arguments_json: str | dict | None, approved: bool = False) -> str:
    """Run one tool of the default registry; the answer is a strict JSON text, never an exception.

    `name`, `arguments_json` (a JSON object as a text, a dict, or None) and `approved` are as in
    `ToolRegistry.run_tool`: what must wait for a person runs only with `approved=True`.
    """
    return registry.run_tool(name, arguments_json, approved)


def file_tools(workdir: str | os.PathLike) -> list[Tool]:
    """The four file tools for the folder `workdir`: list, read, write, run. The last two wait for a
    person.

    The folder is resolved now, and each call gets it; the model neither sees it nor names it. It
    is taken out of `sys.path`, so that no file in it can be imported here (see `importing`).
    Raises ValueError when it is no folder, and TypeError when it is no path as a text.
    """
    from studybuddy.importing import keep_out
    from studybuddy.tools import files
    from studybuddy.tools.workdir import real_folder

    folder = real_folder(workdir)
    keep_out(folder)
    return [Tool(function, inject={"working_directory": folder}) for function in (
        files.get_files_info, files.get_file_content, files.write_file, files.run_python_file)]


def with_files(workdir: str | os.PathLike) -> ToolRegistry:
    """The tools of the default registry and the file tools for one folder, in a new registry.

    Settings in a `.env` inside the folder do not count for a mail. Raises as
    `file_tools` does.
    """
    own = file_tools(workdir)
    folder = own[0].inject["working_directory"]
    return ToolRegistry([
        *(tool.changed(inject={"working_directory": folder})
          if "working_directory" in tool.inject else tool for tool in registry), *own])


# The same under the name that says what it does: nothing in NEEDS_CONFIRMATION runs unasked.
run_tool_checked = run_tool
