"""Which names still hold what an earlier cell made, since the last cell for them ended in an error.

After a SyntaxError in an answer cell the name of the answer stands for the older version, and a
check tries that one. Its card must say so, or a learner looks for the fault in the wrong text.
"""

from __future__ import annotations

import ast
import dis
import re
import sys
from collections.abc import Iterable, Iterator
from types import CodeType, FrameType, FunctionType, TracebackType

from studybuddy.workbook import cards, values

NOTE = ("The last cell for {names} ended in an error, so an older version was tried. "
        "Mend that cell and run it first.")

_NOTHING = object()
_PYTHON_BELOW = re.compile(r"\A\s*%%(?:time|capture|prun)\b[^\n]*")
# A cell with a SyntaxError has no tree, so there it goes by the text.
_LONG_TEXT = re.compile(r'("""|\'\'\').*?(?:\1|\Z)', re.S)
_DEFINED = re.compile(r"(?:(?:async[ ]+)?def(?:ine)?|class)[ ]+(\w+)", re.I)  # `Def` is an error
_ASSIGNED = re.compile(r"[(\[]?(\*?\w+(?:\s*,\s*\*?\w+)*),?[)\]]?\s*(?::[^=]+)?"
                       r"[-+*/%@&|^]{0,2}=(?!=)")
_BLOCK = re.compile(r"(?:async[ ]+)?(?:if|elif|else|for|while|with|try|except|finally)\b")


def _tree_of(text: str) -> list[ast.stmt] | None:
    """The statements of a cell, None where Python cannot read it."""
    try:
        return ast.parse(_PYTHON_BELOW.sub("", text, count=1)).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _made_by(statements: Iterable[ast.AST]) -> Iterator[str]:
    """The global names that statements define or assign."""
    for node in statements:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif not isinstance(node, (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp,
                                   ast.GeneratorExp)):
            yield from _made_by(ast.iter_child_nodes(node))


def _made_in_text(text: str) -> Iterator[str]:
    """As `_made_by`, for a cell that has no tree."""
    around: list[tuple[int, bool]] = []  # lines above with less indent: whether each is a block
    for line in _LONG_TEXT.sub("''", text).expandtabs().splitlines():
        bare = line.strip()
        if not bare or bare.startswith("#"):
            continue
        indent = len(line) - len(line.lstrip())
        while around and around[-1][0] >= indent:
            around.pop()
        if all(block for _, block in around):
            if found := _DEFINED.match(bare):
                yield found[1]
            elif found := _ASSIGNED.match(bare):
                yield from re.findall(r"\w+", found[1])
        around.append((indent, bool(_BLOCK.match(bare))))


def _done_before(line: int, statements: Iterable[ast.stmt] | None) -> set[str]:
    """The names that the cell had made when it came to this line."""
    return set(_made_by(one for one in statements or () if (one.end_lineno or line) < line))


def _with_helpers(names: set[str], namespace: dict) -> set[str]:
    """These names, and the global names that the learner's functions behind them use."""
    found, waiting = set(), list(names)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        value = namespace.get(name)
        for part in [value, *values.members(value)]:
            if type(part) is FunctionType and part.__globals__ is namespace:
                waiting += _global_names(part.__code__)
    return found


def _global_names(code: CodeType) -> set[str]:
    """The global names that a function and those inside it read."""
    names = {one.argval for one in dis.get_instructions(code) if one.opname == "LOAD_GLOBAL"}
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            names |= _global_names(inner)
    return names


class Older:
    """Follows the cells of a kernel. `names` are those whose last cell failed before it made them
    anew, each with what it stands for."""

    def __init__(self) -> None:
        self.names: dict[str, object] = {}
        self._before: dict[str, object] = {}
        self._tree: list[ast.stmt] | None = None  # of the cell that runs now
        self._shell: object = None

    def follow_here(self) -> None:
        """From now on, follow the cells of this kernel. Elsewhere nothing happens."""
        shell = cards.shell()
        events = getattr(shell, "events", None)
        if events is None or shell is self._shell:
            return
        self._shell = shell
        events.register("pre_run_cell", self._begin)
        events.register("post_run_cell", self._end)

    def note(self, names: set[str], namespace: dict) -> list[tuple[str, str]]:
        """The row of a card about an answer that stands under these names, or uses what stands
        under others of the learner's `namespace`; none when all is well."""
        if not self.names:
            return []
        anew = _done_before(_line_now(namespace), self._tree)
        older = {name for name, value in self.names.items()
                 if name not in anew and namespace.get(name, _NOTHING) is value}
        found = sorted(_with_helpers(names, namespace) & older) if older else []
        if not found:
            return []
        return [("note", NOTE.format(names=", ".join(f"`{name}`" for name in found)))]

    def _begin(self, info) -> None:
        text = _text_of(info)
        self._tree = _tree_of(text)
        self._before = self._values(text, self._tree)

    def _end(self, result) -> None:
        text = _text_of(result.info)
        tree = _tree_of(text)
        error = result.error_before_exec or result.error_in_exec
        anew = _done_before(self._line_of(error), tree) if error is not None else set()
        for name, value in self._values(text, tree).items():
            if (error is None or value is _NOTHING or name in anew
                    or self._before.get(name, _NOTHING) is not value):
                self.names.pop(name, None)
            else:
                self.names[name] = value
        self._before, self._tree = {}, None

    def _values(self, text: str, tree: list[ast.stmt] | None) -> dict[str, object]:
        known = self._shell.user_ns  # type: ignore[attr-defined]
        names = _made_in_text(text) if tree is None else _made_by(tree)
        return {name: known.get(name, _NOTHING) for name in names}

    def _line_of(self, error: BaseException) -> int:
        """The line of the cell where it ended; 0 where that is not known."""
        trace: TracebackType | None = error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_globals is self._shell.user_ns:  # type: ignore[attr-defined]
                return trace.tb_lineno
            trace = trace.tb_next
        # Not yet run: Python compiles a cell in parts, and runs each before the next.
        line = error.lineno if isinstance(error, SyntaxError) else None
        return line if isinstance(line, int) else 0


def _text_of(info) -> str:
    text = getattr(info, "transformed_cell", None) or getattr(info, "raw_cell", None)
    raw = getattr(info, "raw_cell", None) or ""
    return raw if _PYTHON_BELOW.match(raw) else text or ""


def _line_now(namespace: dict) -> int:
    """The line of the cell that runs now, 0 where none does."""
    line = 0
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if frame.f_globals is namespace:
            line = frame.f_lineno
        frame = frame.f_back
    return line
