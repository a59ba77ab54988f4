"""Planting the classic bug of calculators: one operator binds as strongly as it should not.

With "+" at the level of "**", 3 + 7 * 2 is 20. Lessons and tests plant it in a copy.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from pathlib import Path

OPERATORS = frozenset({"+", "-", "*", "/", "%", "//", "^", "**"})


def plant(folder: str | os.PathLike, operator: str = "+") -> Path:
    """Give one operator a wrong precedence in the calculator of a folder; the changed file.

    An operator of the weakest level gets the strongest one, any other the weakest. Nothing else
    in the file changes.

    Raises:
        ValueError: No table of precedences in the folder has this operator.
    """
    for path in sorted(Path(folder).rglob("*.py")):
        source = path.read_bytes()
        for table in _tables(source):
            if operator in table:
                path.write_bytes(_changed(source, table[operator], [
                    int(ast.literal_eval(level)) for level in table.values()]))
                return path
    raise ValueError(f"No .py file here has a table of precedences with {operator!r}.")


def _tables(source: bytes) -> Iterator[dict[str, ast.Constant]]:
    """The dicts of a source that give each operator a whole number: operator to its number."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Dict) and node.keys:
            table = {key.value: value for key, value in zip(node.keys, node.values, strict=True)
                     if isinstance(key, ast.Constant) and key.value in OPERATORS
                     and isinstance(value, ast.Constant) and type(value.value) is int}
            if len(table) == len(node.keys):
                yield table


def _changed(source: bytes, number: ast.Constant, levels: list[int]) -> bytes:
    wrong = max(levels) if number.value == min(levels) else min(levels)
    lines = source.split(b"\n")  # the places of `ast` count bytes in a line
    line = lines[number.lineno - 1]
    lines[number.lineno - 1] = (line[:number.col_offset] + str(wrong).encode("ascii")
                                + line[number.end_col_offset:])
    return b"\n".join(lines)
