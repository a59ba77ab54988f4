"""The operator tables in a Python text: which number the text gives to which operator.

The text is read with `ast` and never run. A table may be a dict (plain numbers, tuples, calls or
dicts as values), a list or tuple of rows, `dict(zip(...))`, entries or names that are set one by
one, calls that register operators, or a chain of `if` or `case`. Each number is kept with its
place in the text, so that one of them can be changed with every other character left as it is.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

MAX_CHARS = 40_000
"""Characters of a text that is read; a longer one counts as one without tables."""
MAX_NESTING = 60
"""Open brackets at one place; `ast.parse` goes as deep as the text does."""
MAX_LEVEL = 1_000_000
"""A larger number is no level of an operator."""

CLASSES = ({"+", "-"}, {"*", "/", "//", "%"}, {"^", "**"})
"""The usual order of operations, the loosest first."""
OPERATORS = tuple(sorted(set().union(*CLASSES), key=len, reverse=True))

# Tables whose keys are names instead of signs: Token.PLUS, "times".
_NAMES = {
    "+": "plus add addition sum", "-": "minus sub subtract subtraction",
    "*": "mul mult multiply multiplication times star asterisk", "/": "div divide division slash",
    "//": "floordiv", "%": "mod modulo percent remainder", "**": "pow power exponent",
    "^": "caret",
}
_SIGN_OF = {name: sign for sign, names in _NAMES.items() for name in names.split()}


class Slot(NamedTuple):
    """One number of a table: its value, and where it stands in the text (characters)."""

    value: float
    start: int
    end: int
    line: int


class Table(NamedTuple):
    """A name to show (maybe empty) and operator -> slot. Several operators may share a slot."""

    name: str
    slots: dict[str, Slot]


def find_tables(source: str) -> list[Table]:
    """Every table with at least two operators of different classes, in the order of the text.

    A text that is no Python, or that is too long or too deep to be read, has none. Never raises.
    """
    if len(source) > MAX_CHARS or nesting(source) > MAX_NESTING:
        return []
    try:
        tree = ast.parse(source)
        return Reader(source, tree).tables()
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def nesting(source: str) -> int:
    """The most brackets that are open at one place, those in texts and comments included."""
    deepest = depth = 0
    for letter in re.findall(r"[][(){}]", source):
        depth += 1 if letter in "([{" else -1
        deepest = max(deepest, depth)
    return deepest


class Reader:
    """One pass over a tree: which operators and which numbers a node names, and where they stand.

    `operator_groups` reads with it too.
    """

    def __init__(self, source: str, tree: ast.Module):
        self.starts = _line_starts(source)
        self.lines = source.encode("utf-8", "surrogatepass"), _line_starts_in_bytes(source)
        self.tree = tree
        self.constants = _constants(tree)

    def tables(self) -> list[Table]:
        found = []
        for name, rows in self._all_rows():
            most = max((len(numbers) for _, numbers in rows), default=0)
            for place in range(min(most, 6)):
                slots: dict[str, Slot] = {}
                for signs, numbers in rows:
                    if place < len(numbers):
                        slots.update((sign, numbers[place]) for sign in signs)
                if sum(bool(signs & slots.keys()) for signs in CLASSES) > 1:
                    found.append(Table(name, slots))
        return found

    def _all_rows(self) -> Iterator[tuple[str, list]]:
        names = {id(node.value): _name(node.targets[0]) for node in ast.walk(self.tree)
                 if isinstance(node, ast.Assign)}
        names |= {id(node.value): _name(node.target) for node in ast.walk(self.tree)
                  if isinstance(node, ast.AnnAssign) and node.value is not None}
        grouped: dict[str, list] = {}
        for node in ast.walk(self.tree):
            name = names.get(id(node), "")
            if isinstance(node, ast.Dict):
                yield name, [(self.signs(key), self.numbers(value))
                             for key, value in zip(node.keys, node.values, strict=True) if key]
            elif isinstance(node, (ast.List, ast.Tuple, ast.Set)):
                yield name, [self._row(element) for element in node.elts]
            elif isinstance(node, ast.Call):
                if _name(node.func) == "zip" and len(node.args) == 2:
                    yield name, self._zipped(*node.args)
                elif _name(node.func) != "zip":
                    grouped.setdefault(f"{_name(node.func)}()", []).append(self._row(node))
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
                target = node.targets[0]
                grouped.setdefault(_name(target.value), []).append(
                    (self.signs(target.slice), self.numbers(node.value)))
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield node.name, self._chain(node)
            if isinstance(node, (ast.ClassDef, ast.Module)):
                yield from self._members(node)
        yield from grouped.items()

    def _members(self, scope: ast.ClassDef | ast.Module) -> Iterator[tuple[str, list]]:
        """Names that are set one by one: PLUS = ("+", 1), or PLUS_LEVEL = 1."""
        sets = [(node.targets[0], node.value) for node in scope.body
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)]
        name = getattr(scope, "name", "")
        yield name, [self._row(value) for _, value in sets]
        yield name, [(self.signs(target), self.numbers(value)) for target, value in sets
                     if _number(value) is not None]

    def _row(self, element: ast.expr) -> tuple[set[str], list[Slot]]:
        """A row such as ("+", 1), Operator("+", 1) or {"sign": "+", "level": 1}."""
        if isinstance(element, (ast.Tuple, ast.List)):
            parts = element.elts
        elif isinstance(element, ast.Dict):
            parts = element.values
        elif isinstance(element, ast.Call):
            parts = [*element.args, *(keyword.value for keyword in element.keywords)]
        else:
            return set(), []
        signs = [part for part in parts if self.signs(part)]
        if len(signs) > 1:  # ("+", 1, operator.add): the text is the key, not the function
            signs = [part for part in signs if isinstance(part, ast.Constant)]
        if len(signs) != 1:
            return set(), []
        return self.signs(signs[0]), [
            slot for part in parts if part is not signs[0] for slot in self.numbers(part)]

    def _zipped(self, signs: ast.expr, numbers: ast.expr) -> list:
        if isinstance(signs, ast.Constant) and isinstance(signs.value, str):
            keys = [{letter} & set(OPERATORS) for letter in signs.value]
        else:
            keys = [self.signs(part) for part in getattr(signs, "elts", ())]
        values = [self.numbers(part) for part in getattr(numbers, "elts", ())]
        return list(zip(keys, values, strict=False))

    def _chain(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> list:
        """The numbers of a chain of `if`, `case` or `a if ... else b`, with what is left over."""
        rows: list = []
        rest: list[Slot] = []
        for node in ast.walk(function):
            if isinstance(node, ast.If):
                rows.append((self._tested(node.test), self.given(node.body)))
                if node.orelse and not isinstance(node.orelse[0], ast.If):
                    rest = rest or self.given(node.orelse)
            elif isinstance(node, ast.IfExp):
                rows.append((self._tested(node.test), self.numbers(node.body)))
                if not isinstance(node.orelse, ast.IfExp):
                    rest = rest or self.numbers(node.orelse)
            elif isinstance(node, ast.match_case):
                rows.append((self._matched(node.pattern), self.given(node.body)))
        if not rest and isinstance(function.body[-1], ast.Return):
            rest = self.given(function.body[-1:])
        named = set().union(*(signs for signs, _ in rows)) if rows else set()
        left = {"+", "-", "*", "/"} - named
        return [*rows, (left, rest)] if named and left and rest else rows

    def _tested(self, test: ast.expr) -> set[str]:
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or):
            return set().union(*map(self._tested, test.values))
        if isinstance(test, ast.Compare) and len(test.ops) == 1:
            if isinstance(test.ops[0], (ast.Eq, ast.Is)):
                return self.signs(test.comparators[0]) or self.signs(test.left)
            if isinstance(test.ops[0], ast.In):
                return self.signs(test.comparators[0])
        return set()

    def _matched(self, pattern: ast.pattern) -> set[str]:
        if isinstance(pattern, ast.MatchOr):
            return set().union(*map(self._matched, pattern.patterns))
        return self.signs(pattern.value) if isinstance(pattern, ast.MatchValue) else set()

    def given(self, body: list[ast.stmt]) -> list[Slot]:
        """The numbers that a branch of one statement gives: `return 1` or `level = 1`."""
        value = getattr(body[0], "value", None) if len(body) == 1 else None
        return self.numbers(value) if isinstance(value, ast.expr) else []

    def signs(self, node: ast.expr | None) -> set[str]:
        """The operators that a key or a test names; empty when it names something else."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
            if text in OPERATORS:
                return {text}
            if text and set(text) <= set("+-*/%^"):  # if sign in "+-"
                return set(text)
            return {_SIGN_OF[text.lower()]} if text.lower() in _SIGN_OF else set()
        if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
            parts = [self.signs(part) for part in node.elts]
            return set().union(*parts) if parts and all(parts) else set()
        if isinstance(node, (ast.Name, ast.Attribute)):
            words = _name(node).rpartition(".")[2].lower().split("_")
            named = {_SIGN_OF[word] for word in words if word in _SIGN_OF}
            return named if len(named) == 1 else set()
        return set()

    def numbers(self, node: ast.AST) -> list[Slot]:
        """The numbers in a value, in order; not those inside a function in it."""
        if isinstance(node, ast.Lambda):
            return []
        number = _number(node)
        if number is None and isinstance(node, (ast.Name, ast.Attribute)):
            number = self.constants.get(_name(node).rpartition(".")[2])
        if number is not None and isinstance(node, ast.expr):
            start = self.place(node.lineno, node.col_offset)
            end = self.place(node.end_lineno or node.lineno, node.end_col_offset or 0)
            return [Slot(number, start, end, node.lineno)]
        parts = node.values if isinstance(node, ast.Dict) else ast.iter_child_nodes(node)
        return [slot for part in parts for slot in self.numbers(part)]

    def place(self, line: int, column: int) -> int:
        """The character of a place that `ast` gives as a line and a number of UTF-8 bytes."""
        data, starts = self.lines
        before = data[starts[line - 1]:starts[line - 1] + column]
        return self.starts[line - 1] + len(before.decode("utf-8", "surrogatepass"))


def _number(node: ast.AST) -> float | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _number(node.operand)
        return None if inner is None else -inner
    value = node.value if isinstance(node, ast.Constant) else None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or abs(value) > MAX_LEVEL:
        return None
    return value


def _constants(tree: ast.Module) -> dict[str, float]:
    """Names that are set once, to a number: LOW = 1."""
    values: dict[str, list] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target, value = node.targets[0], node.value
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            target, value = node.target, node.value
        else:
            continue
        if isinstance(target, ast.Name):
            values.setdefault(target.id, []).append(_number(value))
    return {name: found[0] for name, found in values.items()
            if len(found) == 1 and found[0] is not None}


def _name(node: ast.AST) -> str:
    """`self.table` or `TABLE`; empty for anything else."""
    if isinstance(node, ast.Attribute):
        return f"{_name(node.value)}.{node.attr}".lstrip(".")
    return node.id if isinstance(node, ast.Name) else ""


def _line_starts(source: str) -> list[int]:
    """Where each line begins. Python ends a line at these three and nowhere else."""
    return [0, *(end.end() for end in re.finditer(r"\r\n|\r|\n", source))]


def _line_starts_in_bytes(source: str) -> list[int]:
    data = source.encode("utf-8", "surrogatepass")
    return [0, *(end.end() for end in re.finditer(rb"\r\n|\r|\n", data))]
