"""The syntax tree of a text, as a picture and as text; and the order in which a walker gets there.

The text is parsed, never run.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Mapping

from studybuddy.workbook import lines, pictures, values
from studybuddy.workbook.bench import Bench

MAX_CHARS = 300
"""Characters of a text that is drawn."""
MAX_NODES = 60
MAX_DEPTH = 15
"""Levels, and boxes, that still fit on a page."""

Key = tuple[int, int, int, int, str]

_SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Mod: "%", ast.Pow: "**",
          ast.FloorDiv: "//", ast.USub: "-", ast.UAdd: "+", ast.MatMult: "@", ast.BitXor: "^",
          ast.BitAnd: "&", ast.BitOr: "|", ast.LShift: "<<", ast.RShift: ">>", ast.Invert: "~",
          ast.Not: "not"}
_FILL = {"operator": pictures.ORANGE, "number": pictures.BLUE, "refused": pictures.PURPLE}


class CannotDraw(ValueError):
    """The text cannot be drawn; a sentence for the learner."""


def parse(expression: object) -> ast.expr:
    """The tree of one expression, bounded before and after parsing. Raises CannotDraw."""
    if not isinstance(expression, str):
        raise CannotDraw('Give a text between quotes, such as "8 + 9 * 2".')
    if len(expression) > MAX_CHARS:
        raise CannotDraw(f"This text has {len(expression):,} characters. A picture takes at most "
                         f"{MAX_CHARS}.")
    if not expression.strip():
        raise CannotDraw('The text is empty. Write a calculation, such as "8 + 9 * 2".')
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(expression.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise CannotDraw(f"Python cannot read `{values.clipped(expression)}` as a calculation. "
                         "Look for a missing number or bracket.") from None
    if any(depth > MAX_DEPTH for depth in _depths(tree)):
        raise CannotDraw(f"This tree has more than {MAX_DEPTH} levels. Use a shorter text.")
    if sum(1 for _ in _depths(tree)) > MAX_NODES:
        raise CannotDraw(f"This tree has more than {MAX_NODES} boxes. Use a shorter text.")
    return tree


def _depths(tree: ast.expr) -> Iterator[int]:
    waiting = [(tree, 1)]
    while waiting:
        node, depth = waiting.pop()
        yield depth
        waiting += [(child, depth + 1) for child in ast.iter_child_nodes(node)
                    if isinstance(child, ast.expr)]


def key_of(node: ast.AST) -> Key:
    """Which node of a text this is: its place and its kind."""
    return (getattr(node, "lineno", 0), getattr(node, "col_offset", 0),
            getattr(node, "end_lineno", 0) or 0, getattr(node, "end_col_offset", 0) or 0,
            type(node).__name__)


class _Box:
    """One node as the learner sees it: what it shows, its kind, its children with their names."""

    def __init__(self, node: ast.expr, steps: Mapping[Key, tuple[int, str]]):
        self.kind = type(node).__name__
        self.family = "refused"
        self.step = steps.get(key_of(node))
        if isinstance(node, (ast.BinOp, ast.UnaryOp)):
            self.text = _SIGNS.get(type(node.op), type(node.op).__name__)
            self.family = "operator"
        elif isinstance(node, ast.Constant):
            self.text = _short(values.shown(node.value))
            if type(node.value) in (int, float):
                self.family = "number"
        elif isinstance(node, ast.Call):
            self.text = "( )"
        elif isinstance(node, ast.Attribute):
            self.text = "." + _short(node.attr)
        elif isinstance(node, ast.Name):
            self.text = _short(node.id)
        else:
            self.text = self.kind
        self.children: list[tuple[str, _Box]] = []
        for field, value in ast.iter_fields(node):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.keyword):
                    child = child.value
                if isinstance(child, ast.expr):
                    self.children.append((field, _Box(child, steps)))

    def everything(self) -> Iterator[_Box]:
        for _, child in self.children:
            yield from child.everything()
        yield self

    @property
    def lines(self) -> list[str]:
        lines = [self.text, self.kind]
        if self.step:
            lines.append(f"{pictures.ordinal(self.step[0])}: {self.step[1]}")
        if self.family == "refused":
            lines.append("no arithmetic")
        return lines


def _short(text: str) -> str:
    return text if len(text) <= 20 else text[:17] + "..."


def picture(tree: ast.expr, expression: str,
            steps: Mapping[Key, tuple[int, str]] | None = None) -> pictures.Picture:
    """The picture of a tree. `steps` maps nodes to their turn (1 is first) and value in words."""
    root = _Box(tree, steps or {})
    alt = f"Syntax tree of {values.visible(expression.strip())}. {_say(root, 'Top')}"
    return pictures.Picture(_svg(root, alt), alt, _text(root))


def _say(box: _Box, place: str) -> str:
    done = (f", finished {pictures.ordinal(box.step[0])} with value {box.step[1]}"
            if box.step else "")
    family = {"number": "number", "operator": "operator", "refused": "no arithmetic"}[box.family]
    article = "an" if box.kind[0] in "AEIOU" and not box.kind.startswith("Un") else "a"
    words = [f"{place}: {box.text}, {article} {box.kind} ({family}){done}."]
    words += [_say(child, f"{name} of {box.text}") for name, child in box.children]
    return " ".join(words)


def _text(root: _Box) -> str:
    def label(box: _Box, name: str = "") -> str:
        done = f"   {pictures.ordinal(box.step[0])}, value {box.step[1]}" if box.step else ""
        return f"{name + ': ' if name else ''}{box.text}  ({box.kind}){done}"

    def below(box: _Box, indent: str) -> Iterator[str]:
        for number, (name, child) in enumerate(box.children, start=1):
            last = number == len(box.children)
            yield indent + ("└── " if last else "├── ") + label(child, name)
            yield from below(child, indent + ("    " if last else "│   "))

    return "\n".join([label(root), *below(root, "")])


GAP_X, GAP_Y, PAD, ROW = 22, 52, 8, 19


def _svg(root: _Box, title: str) -> str:
    boxes = list(root.everything())
    width = {box: max(76, 26 + max(pictures.width_of(box.text, large=True),
                                   *(pictures.width_of(line) for line in box.lines[1:])))
             for box in boxes}
    height = 20 + ROW * max(len(box.lines) for box in boxes)
    middle: dict[_Box, float] = {}
    top: dict[_Box, float] = {}
    free: dict[int, float] = {}  # per level: where the next box may begin

    def shift(box: _Box, by: float, depth: int) -> None:
        middle[box] += by
        free[depth] = max(free[depth], middle[box] + width[box] / 2 + GAP_X)
        for _, child in box.children:
            shift(child, by, depth + 1)

    def place(box: _Box, depth: int) -> None:
        for _, child in box.children:
            place(child, depth + 1)
        begin = free.get(depth, PAD) + width[box] / 2
        top[box] = PAD + depth * (height + GAP_Y)
        if box.children:
            kids = [child for _, child in box.children]
            middle[box] = (middle[kids[0]] + middle[kids[-1]]) / 2
            free[depth] = middle[box] + width[box] / 2 + GAP_X
            if middle[box] < begin:
                shift(box, begin - middle[box], depth)
        else:
            middle[box] = begin
            free[depth] = begin + width[box] / 2 + GAP_X

    place(root, 0)
    right = max(middle[box] + width[box] / 2 for box in boxes) + PAD
    drawing = pictures.Drawing(right, max(top.values()) + height + PAD, title)
    for box in boxes:  # lines first, boxes on top
        for name, child in box.children:
            x1, y1, x2, y2 = middle[box], top[box] + height, middle[child], top[child]
            drawing.line(x1, y1, x2, y2)
            wide = pictures.width_of(name) + 12
            x, y = (x1 + x2) / 2, (y1 + y2) / 2
            drawing.box(x - wide / 2, y - 11, wide, 22, "#F4F4F4", radius=11, edge=pictures.LINE,
                        thick=1)
            drawing.word(x, y + 5, name)
    for box in boxes:
        drawing.box(middle[box] - width[box] / 2, top[box], width[box], height, _FILL[box.family],
                    radius=height / 2 if box.family == "number" else 10,
                    dashed=box.family == "refused")
        first = top[box] + (height - ROW * (len(box.lines) - 1)) / 2 + 4
        for number, line in enumerate(box.lines):
            drawing.word(middle[box], first + number * ROW, line, large=number == 0)
    return drawing.done()


# -- following a walker ------------------------------------------------------------------------


def follow(bench: Bench, walker, expression: str) -> dict:
    """Let a learner's walker walk the tree of a text and note when it finished each node.

    Returns {"steps": [[key, turn, value in words], ...]}, or {"error": in words, "where": line}.
    """
    tree = ast.parse(expression.strip(), mode="eval").body
    namespace = getattr(walker, "__globals__", bench.namespace)
    name = getattr(walker, "__name__", "")
    steps: dict[Key, tuple[int, str]] = {}
    returned_nothing = False

    def watched(node):
        nonlocal returned_nothing
        value = walker(node)
        returned_nothing |= value is None
        if isinstance(node, ast.AST):
            steps[key_of(node)] = (len(steps) + 1, _value(value))
        return value

    bench.naming = lines.Naming(frozenset([name]))
    before = namespace.get(name)
    namespace[name] = watched  # it finds this under its own name when it calls itself
    try:
        attempt = bench.call(watched, tree)
    finally:
        namespace[name] = before
    if attempt.error is not None:
        return {"error": values.shown_error(attempt.error), "where": attempt.where}
    if returned_nothing:
        return {"error": "None", "where": ""}
    return {"steps": [[list(key), turn, value] for key, (turn, value) in steps.items()]}


def _value(value: object) -> str:
    """A value for a picture: at most six digits, the same on every system."""
    return f"{value:.6g}" if isinstance(value, float) else _short(values.shown(value))
