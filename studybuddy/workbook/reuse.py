"""The text of `studybuddy/workbook/small.py`: what learners wrote, for later lessons to reuse.

A code cell with the tag "small" gives its solved code. The imports that it needs are taken from
the lesson's other cells. A lesson that needs a package from outside the standard library (such
as pydantic) becomes a function that runs at the first use of one of its names, so that
`from studybuddy.workbook.small import walk` stays quick.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterable
from dataclasses import dataclass

from studybuddy.workbook.editions import bound_names, solved_text
from studybuddy.workbook.source import Source, SourceError

TAG = "small"
PATH = "studybuddy/workbook/small.py"

_HEADER = '''\
"""The small versions that the lessons build, for later lessons to reuse.

Made by `studybuddy build` from the solved code of the lessons. Do not edit: change the source of
the lesson and build again.
"""
'''
_PLAIN = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef,
          ast.Assign, ast.AnnAssign)
_LIGHT = {"studybuddy", *sys.stdlib_module_names}


@dataclass(frozen=True)
class _Section:
    number: str
    imports: list[str]  # one statement each
    names: list[str]  # what the section binds, imports not counted
    imported: list[str]
    code: str
    heavy: bool


def small_module(sources: Iterable[Source]) -> str:
    """The whole text of the module. Raises SourceError, with the lesson and its line."""
    sections = [section for source in sources if (section := _section(source))]
    made: dict[str, str] = {}
    for section in sections:
        for name in section.names:
            if name in made:
                raise SourceError(f"{name} is marked small in lesson {made[name]} and in lesson "
                                  f"{section.number}. Rename one.")
            made[name] = section.number
    light = [section for section in sections if not section.heavy]
    heavy = [section for section in sections if section.heavy]
    imports = sorted({line for section in light for line in section.imports},
                     key=lambda line: (line.startswith("from"), line))
    lines = [_HEADER]
    if imports:
        lines += ["\n".join(imports) + "\n"]
    lines += [f"# Lesson {section.number}\n\n{section.code}\n" for section in light]
    lines += [_later(section) for section in heavy]
    if heavy:
        lines.append(_lookup(heavy))
    return "\n".join(lines)


def _section(source: Source) -> _Section | None:
    cells = [cell for cell in source.cells
             if cell.kind == "code" and TAG in cell.metadata.get("tags", ())]
    if not cells:
        return None
    pieces, body = [], []
    for cell in cells:
        code = solved_text(cell.text)
        statements = ast.parse(code).body
        for statement in statements:
            if not isinstance(statement, _PLAIN):
                raise SourceError(source.error(
                    cell, f"a cell marked small holds definitions only (line {statement.lineno} "
                          "of the cell is something else)."))
        body += statements
        pieces.append(code)
    names = list(dict.fromkeys(bound_names(body)))
    wanted = _free_names(body) - set(names)
    imports, heavy = {}, False
    for line, modules, bound in _imports(source):
        if wanted.intersection(bound):
            imports[line] = bound
            wanted -= set(bound)
            heavy = heavy or not _LIGHT.issuperset(modules)
    heavy = heavy or any(not _LIGHT.issuperset(modules) for _, modules, _ in _top_imports(body))
    if wanted:
        raise SourceError(source.error(
            cells[0], f"{', '.join(sorted(wanted))}: used by a cell marked small, "
                      "but no small cell makes it."))
    return _Section(source.number, list(imports), names, sum(imports.values(), []),
                    "\n\n\n".join(pieces), heavy)


def _free_names(body: list[ast.stmt]) -> set[str]:
    """Names that are read and bound nowhere in the code. A name bound in any scope counts as
    bound: the lessons' code is small, and the builder's test imports the result."""
    read: set[str] = set()
    bound = set(vars(builtins))
    for node in ast.walk(ast.Module(body, [])):
        if isinstance(node, ast.Name):
            (read if isinstance(node.ctx, ast.Load) else bound).add(node.id)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            bound.add(node.name)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import,
                               ast.ImportFrom)):
            bound.update(bound_names([node]))
    return read - bound


def _imports(source: Source) -> Iterable[tuple[str, list[str], list[str]]]:
    """Every import at the left margin of the lesson: the statement, its modules, its names."""
    for cell in source.cells:
        if cell.kind == "code":
            yield from _top_imports(ast.parse(solved_text(cell.text)).body)


def _top_imports(body: list[ast.stmt]) -> Iterable[tuple[str, list[str], list[str]]]:
    for statement in body:
        if isinstance(statement, ast.ImportFrom):
            modules = [(statement.module or "").split(".")[0]]
        elif isinstance(statement, ast.Import):
            modules = [alias.name.split(".")[0] for alias in statement.names]
        else:
            continue
        for alias in statement.names:  # one name a line: only what is used is taken
            one = ast.Import([alias]) if isinstance(statement, ast.Import) else ast.ImportFrom(
                statement.module, [alias], statement.level)
            yield ast.unparse(one), modules, [alias.asname or alias.name.split(".")[0]]


def _later(section: _Section) -> str:
    """A section as a function that binds its names in the module when it runs."""
    names = ", ".join(section.imported + section.names)
    head = "\n".join("    " + line for line in (f"global {names}", *section.imports))
    return (f"# Lesson {section.number}\n\n"
            f"def _lesson_{section.number}():\n{head}\n\n{_indented(section.code)}\n")


def _indented(code: str) -> str:
    """Code moved right by four blanks; lines inside a text of several lines stay as they are."""
    inside = {number for node in ast.walk(ast.parse(code))
              if isinstance(node, (ast.Constant, ast.JoinedStr)) and node.end_lineno
              for number in range(node.lineno + 1, node.end_lineno + 1)}
    return "\n".join(line if number in inside or not line else "    " + line
                     for number, line in enumerate(code.splitlines(), start=1))


def _lookup(heavy: list[_Section]) -> str:
    pairs = "\n".join(f'    "{name}": _lesson_{section.number},'
                      for section in heavy for name in section.names)
    return f'''
_LATER = {{
{pairs}
}}


def __getattr__(name):
    if name not in _LATER:
        raise AttributeError(f"module {{__name__!r}} has no attribute {{name!r}}")
    _LATER[name]()
    return globals()[name]
'''
