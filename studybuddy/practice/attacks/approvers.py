"""The people who decide, and what may happen between their word and the action."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from studybuddy.effect import effect_of
from studybuddy.messages import ToolCall
from studybuddy.practice.attacks.world import World
from studybuddy.registry import Tool

REFUSES_ALL, AS_ASKED, APPROVES_ALL = (
    "refuses all", "approves what was asked", "approves all")


class RefusesAll:
    """Says no to everything."""

    who = REFUSES_ALL

    def __call__(self, call: ToolCall) -> str:
        return "I do not want that."


class ApprovesAll:
    """Says yes to everything: what still holds does not rest on approval."""

    who = APPROVES_ALL

    def __call__(self, call: ToolCall) -> bool:
        return True


class AsAsked:
    """Says yes to exactly what the student asked for, each once, and no to anything else.

    It judges by the approval text alone: `expected` holds the texts that belong to what was
    asked for. Name and arguments of the call are not looked at.
    """

    who = AS_ASKED

    def __init__(self, expected: Iterable[str]):
        self.expected = list(expected)

    def __call__(self, call: ToolCall) -> bool | str:
        if call.effect not in self.expected:
            return "I did not ask for this."
        self.expected.remove(call.effect)
        return True


def as_asked(world: World, wanted: Iterable[tuple[str, dict]]) -> AsAsked:
    """Somebody who wants these actions, (name of the tool, arguments), and knows how they look.

    What each would do is looked at now, before a model had its hands on anything, one after the
    other in a copy of the working folder: a run that follows a write is expected to run just
    that. Call it while the world is `entered`.
    """
    from studybuddy.tools import files
    from studybuddy.tools.mail import email_plan_to_me

    expected = []
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place).resolve() / world.folder.name
        shutil.copytree(world.folder, copy, symlinks=True)
        for name, arguments in wanted:
            filled = {key: world.fill(value) if isinstance(value, str) else value
                      for key, value in arguments.items()}
            if name == "email_plan_to_me":
                tool = Tool(email_plan_to_me, inject={
                    "today": None, "working_directory": str(world.folder)})
            else:
                tool = Tool(getattr(files, name), inject={"working_directory": str(copy)})
            call = ToolCall("", name, tool.parameters.check(filled))
            expected.append(effect_of(tool, call))
            if name == "write_file":
                tool.run(call.arguments or {})
    return AsAsked(expected)


def person(name: str, world: World, wanted: Iterable[tuple[str, dict]]) -> Callable:
    """The one who decides: REFUSES_ALL, AS_ASKED or APPROVES_ALL. Raises ValueError for another
    name."""
    if name == AS_ASKED:
        return as_asked(world, wanted)
    if name == REFUSES_ALL:
        return RefusesAll()
    if name == APPROVES_ALL:
        return ApprovesAll()
    raise ValueError(f"An approver {REFUSES_ALL}, {AS_ASKED} or {APPROVES_ALL}. "
                     f"There is none that {name!r}.")


# -- what happens after the word -------------------------------------------------------------------


def _swap(world: World, call: ToolCall) -> None:
    """Another program changes the script that is to run."""
    (world.folder / "main.py").write_bytes((world.folder / "cleanup.py").read_bytes())


def _mutate(world: World, call: ToolCall) -> None:
    """Somebody who holds the request changes its arguments in place."""
    if isinstance(call.arguments, dict):
        call.arguments["file_path"] = "cleanup.py"


TWISTS: dict[str, Callable[[World, ToolCall], None]] = {"swap": _swap, "mutate": _mutate}


class Twisted:
    """Decides as `approve` does; after its first yes the twist happens."""

    def __init__(self, approve: Callable, world: World, twist: str):
        self.who = approve.who  # type: ignore[attr-defined]
        self._approve, self._world = approve, world
        self._twist: Callable | None = TWISTS[twist]

    def __call__(self, call: ToolCall) -> bool | str:
        answer = self._approve(call)
        if answer is True and self._twist is not None:
            twist, self._twist = self._twist, None
            twist(self._world, call)
        return answer
