"""Operators that stand together in a Python text because they share a level.

    if sign in ("+", "-")               a test with a tuple, a list, a set or a text such as "+-"
    if sign == "+" or sign == "-"       tests that are joined; `case "+" | "-"` likewise
    while sign in SUMS                  the loops of a recursive descent, one for each level
    [("+", "-"), ("*", "/")]            a list of levels; a dict from level to operators

Here no number says what is wrong: an operator stands in the wrong group. It can be moved to
another one, and every other character stays as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from studybuddy.practice.operator_tables import CLASSES, MAX_CHARS, MAX_NESTING, Reader, nesting

Edit = tuple[int, int, str]  # from, to, the new text


class Member(NamedTuple):
    """One operator of a group: the text that stands for it, and its sign in this text."""

    sign: str
    start: int
    end: int
    key_start: int
    key_end: int


class Group(NamedTuple):
    """Operators of one level. `form` is one of

    tuple, list, set: elements; letters: a text; or, |: joined tests; rest: whatever is left over.
    """

    level: float
    line: int
    form: str
    members: tuple[Member, ...]
    start: int
    end: int


class Grouping(NamedTuple):
    """Groups that belong together, and a name to show (maybe empty)."""

    name: str
    groups: tuple[Group, ...]

    def levels(self) -> dict[str, float]:
        """The level of each operator."""
        return {one.sign: group.level for group in self.groups for one in group.members}


def find_groupings(source: str) -> list[Grouping]:
    """Every grouping in which an operator may stand wrong, in the order of the text.

    A text that is no Python, or that is too long or too deep to be read, has none. Never raises.
    """
    if len(source) > MAX_CHARS or nesting(source) > MAX_NESTING:
        return []
    try:
        reader = _GroupReader(source, ast.parse(source))
        return [Grouping(name, groups) for name, groups in reader.groupings() if _useful(groups)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def moved(source: str, member: Member, origin: Group, target: Group) -> str | None:
    """`source` with one operator in another group; None where the text does not allow it."""
    taken, given = _without(source, member, origin), _with(source, member, target)
    if taken is None or given is None:
        return None
    for start, end, text in sorted([*taken, *given], reverse=True):
        source = source[:start] + text + source[end:]
    try:
        ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return source


def _useful(groups: tuple[Group, ...]) -> bool:
    signs = [one.sign for group in groups for one in group.members]
    return (len(signs) == len(set(signs)) and len(groups) > 1
            and any(len(group.members) > 1 for group in groups)
            and sum(bool(known & set(signs)) for known in CLASSES) > 1)


# Editing ------------------------------------------------------------------------------------------
def _without(source: str, member: Member, group: Group) -> list[Edit] | None:
    if group.form == "rest":
        return []
    members = group.members
    at = members.index(member)
    if len(members) == 1:
        brackets = group.form in ("tuple", "list") and source[group.start] in "(["
        return [(group.start + 1, group.end - 1, "")] if brackets else None
    if group.form == "tuple" and len(members) == 2:  # the comma makes it a tuple
        other = members[1 - at]
        return [(members[0].start, members[1].end, source[other.start:other.end] + ",")] if (
            not source[members[1].end:group.end].strip(" \n)")) else _cut(members, at)
    return _cut(members, at)


def _cut(members: tuple[Member, ...], at: int) -> list[Edit]:
    """One member away, together with what joins it to its neighbour."""
    if at + 1 < len(members):
        return [(members[at].start, members[at + 1].start, "")]
    return [(members[at - 1].end, members[at].end, "")]


def _with(source: str, member: Member, group: Group) -> list[Edit] | None:
    if group.form == "rest":
        return []
    if group.form == "letters":
        return [(group.end - 1, group.end - 1, member.sign)] if len(member.sign) == 1 else None
    key = source[member.key_start:member.key_end]
    if not group.members:
        text = key if len(key) > 2 else f'"{member.sign}"'
        comma = "," if group.form == "tuple" else ""
        return [(group.start + 1, group.end - 1, text + comma)]
    last = group.members[-1]
    quote = source[last.key_start]
    if quote in "\"'":
        key = f"{quote}{member.sign}{quote}"
    elif len(key) <= 2:  # letters cannot stand among names
        return None
    text = source[last.start:last.key_start] + key + source[last.key_end:last.end]
    joint = f" {group.form} " if group.form in ("or", "|") else ", "
    end = last.end
    if group.form == "tuple" and source[last.end:group.end].strip() == ",)":
        end = group.end - 1  # ("/",) becomes ("/", "*")
    return [(last.end, end, joint + text)]


# Reading ------------------------------------------------------------------------------------------
class _GroupReader(Reader):
    """Finds the groups, with the place of each of their operators."""

    def __init__(self, source: str, tree: ast.Module):
        super().__init__(source, tree)
        self.collections = _collections(tree)

    def groupings(self) -> Iterator[tuple[str, tuple[Group, ...]]]:
        """(name, groups) of everything that looks like one."""
        named = {id(node.value): ast.unparse(node.targets[0]) for node in ast.walk(self.tree)
                 if isinstance(node, ast.Assign)}
        for node in ast.walk(self.tree):
            name = named.get(id(node), "")
            if isinstance(node, ast.Dict):
                yield name, self._of_pairs(zip(node.keys, node.values, strict=True))
            elif isinstance(node, (ast.List, ast.Tuple)):
                yield name, self._in_order(node.elts)
                yield name, self._of_pairs(
                    (row.elts[0], row.elts[1]) for row in node.elts
                    if isinstance(row, (ast.Tuple, ast.List)) and len(row.elts) > 1)
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield node.name, self._of_chain(node)
            if isinstance(node, (ast.Module, ast.ClassDef)):
                loops = [one for one in ast.walk(node) if isinstance(one, ast.While)]
                loops.sort(key=lambda loop: loop.lineno)
                yield getattr(node, "name", ""), self._in_order(
                    [test for loop in loops for test in _parts(loop.test)])

    def _in_order(self, nodes: Iterable[ast.expr]) -> tuple[Group, ...]:
        """Groups without a number: the level is the place in the order of the text."""
        found = [self._group(node, place) for place, node in enumerate(nodes)]
        if all(one is not None and one.form == "letters" and len(one.members) == 1
               for one in found):
            return ()  # a list of operators and not of groups
        firsts: dict[int, Group] = {}
        for one in found:
            if one is not None:
                firsts.setdefault(one.start, one)
        return tuple(firsts.values())

    def _of_pairs(self, pairs: Iterable[tuple[ast.expr | None, ast.expr]]) -> tuple[Group, ...]:
        """A level with its operators, in either order."""
        found: list[Group | None] = []
        for place, (key, value) in enumerate(pairs):
            if key is None:
                continue
            level, operators = self.numbers(key), value
            if not level:
                level, operators = self.numbers(value), key
            if not level and isinstance(key, ast.Constant) and not self.signs(key):
                operators = value  # {"low": "+-"}: a name for the level
            found.append(self._group(operators, level[0].value if level else place))
        return tuple(one for one in found if one is not None)

    def _of_chain(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> tuple[Group, ...]:
        """A chain of `if` or `case`, each branch with its number, and the rest."""
        found: list[Group | None] = []
        rest: list = []
        branches: list[tuple[ast.expr | ast.pattern, list]]
        for node in ast.walk(function):
            if isinstance(node, ast.If):
                branches = [(node.test, self.given(node.body))]
                if node.orelse and not isinstance(node.orelse[0], ast.If):
                    rest = rest or self.given(node.orelse)
            elif isinstance(node, ast.IfExp):
                branches = [(node.test, self.numbers(node.body))]
                if not isinstance(node.orelse, ast.IfExp):
                    rest = rest or self.numbers(node.orelse)
            elif isinstance(node, ast.match_case):
                branches = [(node.pattern, self.given(node.body))]
            else:
                continue
            found += [self._group(test, level[0].value) for test, level in branches if level]
        groups = [one for one in found if one is not None]
        if not rest and isinstance(function.body[-1], ast.Return):
            rest = self.given(function.body[-1:])
        left = {"+", "-", "*", "/"} - {one.sign for group in groups for one in group.members}
        if groups and rest:  # maybe nothing is left over yet
            slot = rest[0]
            members = tuple(Member(sign, 0, 0, 0, 0) for sign in sorted(left))
            groups.append(Group(slot.value, slot.line, "rest", members, slot.start, slot.end))
        return tuple(groups)

    def _group(self, node: ast.AST, level: float) -> Group | None:
        """The operators that one node names; None when it names something else."""
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], ast.In):
            node = node.comparators[0]
        elif isinstance(node, (ast.Compare, ast.BoolOp)):
            return self._joined(node, level, "or")
        elif isinstance(node, (ast.MatchValue, ast.MatchOr)):
            return self._joined(node, level, "|")
        if isinstance(node, (ast.Name, ast.Attribute)):
            node = self.collections.get(ast.unparse(node).rpartition(".")[2], node)
        if isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords:
            node = node.args[0]  # frozenset(("+", "-"))
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            start, end = self._span(node)
            signs = list(node.value)
            if not signs or end - start != len(signs) + 2 or not all(
                    sign in "+-*/%^" for sign in signs) or len(set(signs)) < len(signs):
                return None
            members = [Member(sign, start + at, start + at + 1, start + at, start + at + 1)
                       for at, sign in enumerate(signs, start=1)]
            return Group(level, node.lineno, "letters", tuple(members), start, end)
        if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
            form = type(node).__name__.lower()
            members = [one for part in node.elts if (one := self._member(part, part))]
            if len(members) == len(node.elts):
                return Group(level, node.lineno, form, tuple(members), *self._span(node))
        return None

    def _joined(self, node: ast.AST, level: float, form: str) -> Group | None:
        """`a == "+" or a == "-"`, or the patterns of a `case`."""
        if isinstance(node, ast.BoolOp) and not isinstance(node.op, ast.Or):
            return None
        parts = (node.values if isinstance(node, ast.BoolOp)
                 else node.patterns if isinstance(node, ast.MatchOr) else [node])
        members = []
        for part in parts:
            key: ast.AST | None = None
            if isinstance(part, ast.MatchValue):
                key = part.value
            elif isinstance(part, ast.Compare) and isinstance(part.ops[0], (ast.Eq, ast.Is)):
                key = next((side for side in (*part.comparators, part.left)
                            if isinstance(side, ast.expr) and self.signs(side)), None)
            member = key is not None and self._member(part, key)
            if not member:
                return None
            members.append(member)
        line = getattr(node, "lineno", 0)
        return Group(level, line, form, tuple(members), members[0].start, members[-1].end)

    def _member(self, node: ast.AST, key: ast.AST) -> Member | None:
        signs = self.signs(key) if isinstance(key, ast.expr) else set()
        if len(signs) != 1 or isinstance(key, (ast.Tuple, ast.List, ast.Set)):
            return None
        return Member(next(iter(signs)), *self._span(node), *self._span(key))

    def _span(self, node: ast.AST) -> tuple[int, int]:
        start = self.place(node.lineno, node.col_offset)  # type: ignore[attr-defined]
        return start, self.place(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]


def _parts(test: ast.expr) -> list[ast.expr]:
    """`place < len(words) and words[place] in SUMS`: the tests that must all hold."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return test.values
    return [test]


def _collections(tree: ast.Module) -> dict[str, ast.expr]:
    """Names that are set once, to a collection or a text: SUMS = ("+", "-")."""
    values: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(
                node.targets[0], (ast.Name, ast.Attribute)):
            name = ast.unparse(node.targets[0]).rpartition(".")[2]
            values.setdefault(name, []).append(node.value)
    return {name: found[0] for name, found in values.items() if len(found) == 1 and isinstance(
        found[0], (ast.Tuple, ast.List, ast.Set, ast.Constant, ast.Call))}
