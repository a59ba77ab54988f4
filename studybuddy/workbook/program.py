"""The learner's cells as a program that makes one answer again, in a process without the kernel.

Only the statements that the answer needs are taken: its definition, the names it uses, theirs,
and what changes these. Calls such as `print(...)` and `lesson.check(...)` are left out.
"""

from __future__ import annotations

import ast
import builtins
import linecache
import sys
from contextlib import suppress
from dataclasses import dataclass
from types import FrameType, ModuleType

from studybuddy.workbook import callsite


@dataclass(frozen=True)
class Program:
    """`cells` are the texts that were run, in order; `expression` gives the answer after them."""

    cells: tuple[str, ...]
    expression: str

    def as_data(self) -> dict:
        return {"cells": list(self.cells), "expression": self.expression}

    @classmethod
    def from_data(cls, data: dict) -> Program:
        return cls(tuple(data["cells"]), data["expression"])

    def line(self, cell: int, number: int) -> str:
        """A line of a cell, the first is 1; "" when there is none."""
        lines = self.cells[cell].splitlines() if 0 <= cell < len(self.cells) else []
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def build(self) -> tuple[dict, object]:
        """Run what the answer needs: the namespace, and the answer.

        A statement that fails is passed over, as a cell with an error is in a notebook. Raises
        what the expression itself raises.
        """
        module = ModuleType("__main__")
        namespace = vars(module)
        namespace["__builtins__"] = builtins
        sys.modules["__main__"] = module  # classes of the learner look for their module there
        for number, cell in enumerate(self.cells):
            _remember(f"<cell {number}>", cell)
        for number, statement in self.statements():
            with suppress(Exception):
                code = compile(ast.Module([statement], []), f"<cell {number}>", "exec",
                               dont_inherit=True)  # else the types would become texts
                exec(code, namespace)
        return namespace, eval(self.expression, namespace)

    def statements(self) -> list[tuple[int, ast.stmt]]:
        """The statements that the answer needs, each with the number of its cell."""
        every = [(number, statement) for number, cell in enumerate(self.cells)
                 for statement in _parse(cell)]
        facts = [_Facts(statement) for _, statement in every]
        needed = _names(ast.parse(self.expression, mode="eval"))
        taken: set[int] = set()
        while True:
            found = {i for name in needed for i in _makers(name, facts)} - taken
            if not found:
                break
            taken |= found
            for i in found:
                needed |= facts[i].used
        return [every[i] for i in sorted(taken)]


def of_caller(frame: FrameType, position: int, name: str) -> Program | None:
    """The program behind an argument of the call that a frame is in, or None.

    None where the text is not known, or the call stands inside a function.
    """
    if frame.f_locals is not frame.f_globals:
        return None
    node = callsite.argument(callsite.call_in(frame), position, name)
    if node is None:
        return None
    history = frame.f_globals.get("In")
    if isinstance(history, list) and "get_ipython" in frame.f_globals:
        cells = tuple(str(cell) for cell in history if cell)
    else:
        lines = callsite.source_of(frame).splitlines(keepends=True)
        cells = ("".join(lines[: frame.f_lineno]),)
        if not _parse(cells[0]):  # the call goes over several lines
            cells = ("".join(lines),)
    return Program(cells, ast.unparse(node))


class _Facts:
    """What a statement does to names: `bound` anew, `changed` in place, `used`."""

    def __init__(self, statement: ast.stmt):
        self.used = _names(statement)
        self.bound: set[str] = set()
        self.changed: set[str] = set()
        self.everything = False  # from ... import *
        whole = isinstance(statement, (ast.Assign, ast.AnnAssign, ast.Import, ast.ImportFrom,
                                       ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
        stored: set[str] = set()
        for node in _outside_functions(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del)):
                stored.add(node.id)
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                stored.add(node.name)
            elif isinstance(node, (ast.Import, ast.ImportFrom)):
                for alias in node.names:
                    self.everything |= alias.name == "*"
                    stored.add((alias.asname or alias.name).partition(".")[0])
            elif (isinstance(node, (ast.Subscript, ast.Attribute))
                  and isinstance(node.ctx, (ast.Store, ast.Del))) and (base := _base(node)):
                self.changed.add(base)
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            call = statement.value
            if isinstance(call.func, ast.Attribute) and (base := _base(call.func)):
                self.changed.add(base)  # such as topics.append(...)
            self.changed.discard("lesson")
        if whole:
            self.bound = stored
        else:  # a loop, a `with`, `+=`: what stood there before matters too
            self.changed |= stored


def _makers(name: str, facts: list[_Facts]) -> set[int]:
    """The statements that give a name its last value."""
    makers: set[int] = set()
    for i in range(len(facts) - 1, -1, -1):
        if name in facts[i].bound:
            makers.add(i)
            break
        if name in facts[i].changed or facts[i].everything:
            makers.add(i)
    return makers


def _outside_functions(statement: ast.stmt):
    """The nodes of a statement that run when it runs: not the bodies of functions and classes."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            waiting.extend(ast.iter_child_nodes(node))


def _names(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _base(node: ast.expr) -> str:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _parse(cell: str) -> list[ast.stmt]:
    try:
        return ast.parse(cell).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def _remember(filename: str, text: str) -> None:
    """Let tracebacks and `inspect` find the lines of a cell."""
    lines = text.splitlines(keepends=True)
    linecache.cache[filename] = (len(text), None, lines, filename)
