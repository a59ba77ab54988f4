"""Every sentence that tells a person or a model what is wrong, gathered from the code.

`python -m tests.messages` prints them as a table: place, how it is said, the words. Braces hold
what is filled in. Not among them are the checks of single lessons (tests/mistakes has those) and
what the practice server answers in the words of real services.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "studybuddy"

# The practice server says what real services say, and the practice model talks; both are tested
# beside. The rest of `practice` (its server, its terminal) speaks to the learner.
OTHERS_WORDS = re.compile(r"practice/(?!server\.|terminal\.|strict\.)|workbook/lessons/"
                          r"|workbook/small\.|sandbox/probing\.|sandbox/planted\.")
# Calls whose texts are read by a person or a model, beside `raise`.
TELL = {"_stop", "_aside", "_error", "_say", "say", "error", "fail", "problem", "append", "Card",
        "CannotDraw", "Finding", "Misfit", "Mistake", "ModelError", "OrderRule", "ServiceError"}
KEYS = {"error", "next", "because", "message"}  # of a dict, or of a row of a card
KINDS = {"auth", "rate_limit", "quota", "model_not_found", "blocked", "bad_response", "timeout",
         "network"}  # of a ModelError


class Message(NamedTuple):
    """One text, with the place in the code and the kind of thing that says it."""

    place: str
    how: str
    text: str


def in_code(place: str, code: str) -> Iterator[Message]:
    """The messages in the code of one file."""
    for node in ast.walk(ast.parse(code)):
        for how, value in _told(node):
            if (text := _text(value)) is not None and _is_sentence(text):
                yield Message(f"{place}:{value.lineno}", how, text)


def _told(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The expressions of a node that may be such a text."""
    if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
        for value in (*node.exc.args, *(one.value for one in node.exc.keywords)):
            yield f"raise {_name(node.exc.func)}", value
    elif isinstance(node, ast.Call) and _name(node.func) in TELL:
        for value in (*node.args, *(one.value for one in node.keywords)):
            yield _name(node.func), value
    elif isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and key.value in KEYS:
                yield str(key.value), value
    elif isinstance(node, (ast.Return, ast.Yield)) and node.value is not None:
        yield type(node).__name__.lower(), node.value
    elif isinstance(node, ast.Tuple) and len(node.elts) == 2:
        first, second = node.elts
        if isinstance(first, ast.Constant) and first.value in KEYS | KINDS:
            yield str(first.value), second
    elif isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        name = targets[0].id if isinstance(targets[0], ast.Name) else ""
        if re.fullmatch(r"[A-Z][A-Z_]+", name):
            values = node.value.values if isinstance(node.value, ast.Dict) else [node.value]
            yield from ((name, value) for value in values)


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _text(node: ast.expr) -> str | None:
    """A text with what is filled in as {code}; of a choice both ends, joined by " / "."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(one.value if isinstance(one, ast.Constant)
                       else "{" + ast.unparse(one.value) + "}" for one in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        parts = [_text(node.left), _text(node.right)]
        return None if parts == [None, None] else "".join(
            part if part is not None else "{" + ast.unparse(end) + "}"
            for part, end in zip(parts, (node.left, node.right), strict=True))
    if isinstance(node, ast.IfExp):
        ends = [text for one in (node.body, node.orelse) if (text := _text(one))]
        return " / ".join(ends) or None
    return None


def _is_sentence(text: str) -> bool:
    """Whether this is words for a reader, and no name, key, pattern or mark of what is left out."""
    words = re.findall(r"[A-Za-z]+", filled(text))
    return (len(words) >= 3 and re.search(r"[.:?]\W*$", text) is not None
            and not text.lstrip().startswith(("[...", "{padding")))


def filled(text: str) -> str:
    """The text with an X for each thing that is filled in."""
    return re.sub(r"\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}", "X", text)


def gathered() -> list[Message]:
    """All of the package, in the order of the files."""
    found: dict[tuple[str, int, str], Message] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(PACKAGE).as_posix()
        if not OTHERS_WORDS.match(place):
            for one in in_code(place, path.read_text(encoding="utf-8")):
                file, line = one.place.split(":")
                found.setdefault((file, int(line), one.text), one)
    return [found[key] for key in sorted(found)]


def table(messages: list[Message]) -> str:
    """The messages as a table in Markdown."""
    rows = [f"| {one.place} | {one.how} | {one.text.replace('|', '/').replace(chr(10), ' ')} |"
            for one in messages]
    return "\n".join(["| place | said by | words |", "|---|---|---|", *rows])


if __name__ == "__main__":
    print(table(gathered()))
