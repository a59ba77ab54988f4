"""CONTRIBUTING's map of the modules is the package's real one, and imports run one way."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import studybuddy

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "studybuddy"
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MAP = re.search(r"```mermaid\n(.*?)```", PAGE, re.DOTALL).group(1)
BOXES = {name: words.split(", ") for name, words in re.findall(
    r'^ +(\w+)\["<b>[^<]*</b><br>([^"]*)"\]$', MAP, re.MULTILINE)}
ARROWS = set(re.findall(r"^ +(\w+) --> (\w+)$", MAP, re.MULTILINE))
WHEN_USED = set(re.findall(r"`(\w+)` imports `(\w+)` when it is used", PAGE))
BOX_OF = {part: box for box, parts in BOXES.items() for part in parts}
LOW = ("base", "sandbox", "tools")  # these know nothing of the rest
TOP = ("panels", "workbook", "cli")  # of these nothing else knows


class Import(NamedTuple):
    """Module `of` imports module `what`; `at_load` when that happens as `of` is loaded."""

    of: str
    what: str
    at_load: bool


@cache
def modules() -> dict[str, Path]:
    """Each module of the package, such as "tools.calculator"; the package itself is ""."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports_in(name: str, code: str) -> Iterator[Import]:
    """The imports of modules of the package in the code of module `name`."""
    def walk(node: ast.AST, at_load: bool) -> Iterator[Import]:
        for child in ast.iter_child_nodes(node):
            inside = at_load and not isinstance(
                child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
            if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
                inside = False
            for full in _named(child):
                if full.split(".")[0] == "studybuddy":
                    yield Import(name, full.removeprefix("studybuddy").lstrip("."), inside)
            yield from walk(child, inside)
    yield from walk(ast.parse(code), True)


def _named(node: ast.AST) -> Iterable[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if not isinstance(node, ast.ImportFrom):
        return []
    assert not node.level, "write absolute imports: the map reads them"
    found = []
    for alias in node.names:
        whole = f"{node.module}.{alias.name}"
        if node.module == "studybuddy" and alias.name in studybuddy._HOME:
            whole = f"studybuddy.{studybuddy._HOME[alias.name]}"
        found.append(whole if whole.removeprefix("studybuddy.") in modules() else node.module)
    return found


@cache
def imports() -> frozenset[Import]:
    return frozenset(one for name, path in modules().items()
                     for one in imports_in(name, path.read_text(encoding="utf-8")))


def box(module: str) -> str:
    """The box of a module; one that is not on the map is a box of its own."""
    part = module.split(".")[0]
    return BOX_OF.get(part, part)


def between_boxes() -> set[tuple[str, str]]:
    """The imports between boxes; the package's own file, which loads names when used, is none."""
    return {(box(one.of), box(one.what)) for one in imports()
            if one.of and one.what and box(one.of) != box(one.what)}


def reachable(arrows: set[tuple[str, str]], start: str) -> set[str]:
    """The boxes that arrows lead to; a way round in a circle leads back to the start."""
    found: set[str] = set()
    todo = [start]
    while todo:
        here = todo.pop()
        new = {end for begin, end in arrows if begin == here} - found
        found |= new
        todo += new
    return found


def without_detours(arrows: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """The arrows that no longer way replaces."""
    return {(a, b) for a, b in arrows
            if b not in reachable(arrows - {(a, b)}, a)}


def test_every_module_stands_in_one_box():
    parts = [part for names in BOXES.values() for part in names]
    assert sorted(parts) == sorted({name.split(".")[0] for name in modules() if name})


def test_the_arrows_are_the_imports():
    real = between_boxes() - WHEN_USED
    assert without_detours(real) == ARROWS
    assert WHEN_USED <= between_boxes(), "an exception that no longer exists"


def test_the_arrows_run_one_way():
    assert [name for name in BOXES if name in reachable(ARROWS, name)] == []


def test_what_is_imported_when_used_is_never_imported_at_load():
    at_load = {(box(one.of), box(one.what)) for one in imports()
               if one.at_load and one.of and one.what}
    assert at_load & WHEN_USED == set()


def test_the_low_know_nothing_of_the_rest_and_nobody_knows_the_top():
    for of, what in between_boxes():
        assert of not in LOW or what in LOW, f"{of} imports {what}"
        assert what not in TOP or of in TOP, f"{of} imports {what}"


def test_no_module_needs_itself_to_be_loaded():
    arrows = {(one.of, one.what) for one in imports() if one.at_load and one.what}
    assert [name for name in modules() if name and name in reachable(arrows, name)] == []


@pytest.mark.parametrize(("code", "found"), [
    ("from studybuddy import Agent", ("agent", True)),
    ("from studybuddy import clock", ("clock", True)),
    ("from studybuddy.models.base import Model", ("models.base", True)),
    ("import studybuddy.agent", ("agent", True)),
    ("def f():\n    from studybuddy.panels import chat", ("panels.chat", False)),
    ("if TYPE_CHECKING:\n    from studybuddy.quiz import Quiz", ("quiz", False)),
])
def test_an_import_is_seen(code, found):
    assert [(one.what, one.at_load) for one in imports_in("x", code)] == [found]


def test_detours_and_circles_are_seen():
    assert without_detours({("a", "b"), ("b", "c"), ("a", "c")}) == {("a", "b"), ("b", "c")}
    assert "a" in reachable({("a", "b"), ("b", "a")}, "a")
