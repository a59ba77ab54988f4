"""Where a lesson call stands in the learner's notebook: the call itself, as a syntax tree."""

from __future__ import annotations

import ast
import builtins
import linecache
import sys
from types import FrameType


def frame_of_caller(package: str) -> FrameType | None:
    """The innermost frame that is outside the package of this name."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        name = frame.f_globals.get("__name__") or ""
        if name != package and not name.startswith(package + "."):
            return frame
        frame = frame.f_back
    return None


def source_of(frame: FrameType) -> str:
    """The text of the cell or file that a frame runs, or "" where it is not known."""
    return "".join(linecache.getlines(frame.f_code.co_filename, frame.f_globals))


def call_in(frame: FrameType) -> ast.Call | None:
    """The call that a frame is in, or None where the text is not known."""
    positions = list(frame.f_code.co_positions())
    index = frame.f_lasti // 2
    if not 0 <= index < len(positions):
        return None
    line, end_line, column, end_column = positions[index]
    try:
        tree = ast.parse(source_of(frame))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (
                node.lineno, node.end_lineno, node.col_offset, node.end_col_offset) == (
                line, end_line, column, end_column):
            return node
    return None


def argument(call: ast.Call | None, position: int, name: str) -> ast.expr | None:
    """The argument at a position or with a name, or None."""
    if call is None:
        return None
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    if position < len(call.args) and not any(isinstance(a, ast.Starred) for a in call.args):
        return call.args[position]
    return None


def is_computed(argument: ast.expr, frame: FrameType) -> bool:
    """Whether an argument has a value that was computed, not written down.

    Written down are constants, calculations with constants only, and a name whose last
    assignment in the same cell is one of these.
    """
    names = {node.id for node in ast.walk(argument) if isinstance(node, ast.Name)}
    if not any(not hasattr(builtins, name) for name in names):
        return False
    if isinstance(argument, ast.Name):
        written = _last_assignment(argument.id, frame)
        return written is None or not isinstance(written, ast.Constant)
    return True


def _last_assignment(name: str, frame: FrameType) -> ast.expr | None:
    try:
        tree = ast.parse(source_of(frame))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    found = None
    for statement in tree.body:
        if statement.lineno >= frame.f_lineno:
            break
        if isinstance(statement, ast.Assign) and any(
                isinstance(target, ast.Name) and target.id == name
                for target in statement.targets):
            found = statement.value
        elif any(isinstance(node, ast.Name) and node.id == name
                 and isinstance(node.ctx, ast.Store) for node in ast.walk(statement)):
            found = None  # a loop, a `with`, `+=` ...: computed
    return found
