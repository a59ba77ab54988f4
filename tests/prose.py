"""Tested prose: what a lesson's text says about an output must be backed by the run.

Each text cell names in its metadata the claims that back it, as `claims=["01.p1", "sentence"]`
with prediction ids and sentences of `lesson.claim`, or says `claims="none"`. Beyond that, every
number and every value in code quotes must stand somewhere near: in the code, the outputs or the
claims of the same part. A part runs from one `## Part` heading to the next `##` heading; what
stands outside the parts (the introduction, the recap) may speak of the whole lesson.

Not checked are numbers that count the workbook itself (lessons, parts, hints, rules, minutes,
ids such as 01.2, list numbers, versions of Python, addresses), a question in quotes, which states
nothing, and the options of a prediction, most of which are wrong on purpose; which one is right is
settled by the run.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape

from markdown_it import MarkdownIt

from studybuddy.workbook.editions import called_with, solved_text
from studybuddy.workbook.source import Source, SourceCell

_MARKDOWN = MarkdownIt("commonmark").enable("table")

NUMBER = re.compile(r"(?<![\w.])\d{1,3}(?:[,_]\d{3})+(?:\.\d+)?(?![\d_])"
                    r"|(?<![\w.])\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
DATE = re.compile(r"\b\d{4}-\d\d-\d\d\b")
_MANY = r"\d+(?:\.\d+)*(?:(?:, | and | or | to )\d+(?:\.\d+)*)*"
EXEMPT = (
    re.compile(r"[\"“][^\"“”]*\?[\"”]"),
    re.compile(r"\b\w+://\S+"),
    re.compile(r"\b\d\d\.p?\d+\b"),
    re.compile(rf"\b(?:lesson|part|hint|step|rule|question|check|exercise|gap|python|version)s?"
               rf" {_MANY}", re.IGNORECASE),
    re.compile(r"\b\d+ minutes?\b"),
)
_ERROR = re.compile(r"[A-Z]\w*(?:Error|Exception|Warning)")
_OPTION = re.compile(r"[a-e]")


@dataclass
class _Pool:
    """What backs the text of one part: its code and outputs as one text, numbers, claims."""

    text: str = ""
    claims: set[str] = field(default_factory=set)
    numbers: set[float] = field(default_factory=set)

    def add(self, text: str) -> None:
        self.text += "\n" + _flat(text)
        self.numbers |= {_number(match) for match in NUMBER.findall(text)}

    def has_text(self, text: str) -> bool:
        return _flat(text) in self.text

    def has_number(self, written: str, percent: bool = False) -> bool:
        """Whether this number stands here, or one that is rounded to it in the text."""
        value = _number(written)
        digits = len(written.partition(".")[2]) if "e" not in written.lower() else 0
        backing = self.numbers | ({100 * one for one in self.numbers} if percent else set())
        return any(value == one or (digits and round(one, digits) == value) for one in backing)


def faults(source: Source, stored: dict | None = None) -> list[str]:
    """What the prose of a lesson says without backing, one sentence with its place each.

    `stored` is the stored solved edition, whose outputs back the text; its cells stand in the
    order of the source's.
    """
    whole, parts = _Pool(), {}
    places = list(_parts(source))
    outputs = [output_text(cell) for cell in (stored or {}).get("cells", ())]
    outputs += [""] * (len(source.cells) - len(outputs))
    for cell, part, output in zip(source.cells, places, outputs, strict=False):
        for pool in (whole, parts.setdefault(part, _Pool())):
            if cell.kind == "code":
                code = solved_text(cell.text)
                pool.add(cell.text)
                pool.add(output)
                pool.claims.update(called_with(code, "claim"))
    found = [source.error(cell, "a stored claim does not hold.")
             for cell, output in zip(source.cells, outputs, strict=False)
             if "DOES NOT HOLD" in output]
    for cell, part in zip(source.cells, places, strict=True):
        if cell.kind == "markdown":
            pool = whole if part is None else parts[part]
            found += [source.error(cell, text) for text in _faults_of(cell, pool)]
    return found


def _parts(source: Source) -> Iterator[str | None]:
    """The part that each cell stands in, None outside."""
    part = None
    for cell in source.cells:
        if cell.kind == "markdown":
            for heading in re.findall(r"^## +(.*)", cell.text, re.MULTILINE):
                part = heading if heading.startswith("Part ") else None
        yield part


def _faults_of(cell: SourceCell, pool: _Pool) -> Iterator[str]:
    pieces = list(_pieces(cell.text))
    if not pieces:
        return  # headings only
    claims = cell.metadata.get("claims")
    if claims is None:
        yield 'the cell has no claims. Name them, or write claims="none" behind [markdown].'
    elif claims != "none":
        if not (isinstance(claims, list) and claims and all(isinstance(c, str) for c in claims)):
            yield 'claims is a list of texts, or "none".'
            claims = []
        for claim in claims:
            if claim not in pool.claims:
                yield f'no lesson.claim("{claim}", …) stands in this part.'
    for kind, text in pieces:
        if kind == "code":
            yield from _faults_of_code(text, pool)
        else:
            yield from _faults_of_numbers(text, pool)


def _faults_of_numbers(text: str, pool: _Pool) -> Iterator[str]:
    for pattern in EXEMPT:
        text = pattern.sub(" ", text)
    for date in DATE.findall(text):
        if not pool.has_text(date):
            yield f"{date} stands in no code, output or claim of this part."
    text = DATE.sub(" ", text)
    for match in NUMBER.finditer(text):
        percent = text[match.end():].lstrip().startswith("%")
        if not pool.has_number(match[0], percent):
            yield f"{match[0]} stands in no code, output or claim of this part."


def _faults_of_code(code: str, pool: _Pool) -> Iterator[str]:
    """A value in code quotes: each number and text in it. A name, an expression or a question to
    try is no value: what comes out of it is what must be backed."""
    missing = f"`{code}` stands in no code, output or claim of this part."
    if _ERROR.fullmatch(code):
        if not pool.has_text(code):
            yield missing
        return
    if NUMBER.fullmatch(code):
        yield from _faults_of_numbers(code, pool)
        return
    try:
        ast.literal_eval(code)
        tree = ast.parse(code, mode="eval")
    except (SyntaxError, ValueError, TypeError, RecursionError):
        return
    for node in ast.walk(tree):
        value = node.value if isinstance(node, ast.Constant) else None
        if type(value) in (int, float):
            # As it is written: 8.67 in the text may stand for 8.67142857 in an output.
            if not pool.has_number(ast.get_source_segment(code, node) or str(value)):
                yield missing
                return
        elif (isinstance(value, str) and value.strip() and not pool.has_text(value)
                and "..." not in value):  # with dots it is a form to fill in, not a value
            yield missing
            return


def _pieces(markdown: str) -> Iterator[tuple[str, str]]:
    """("code" or "prose", text) of a cell, without headings and the options of a prediction."""
    heading = option = False
    tokens = _MARKDOWN.parse(markdown)
    for place, token in enumerate(tokens):
        if token.type in ("heading_open", "heading_close"):
            heading = token.type == "heading_open"
        elif token.type == "list_item_open":
            option = _is_option(tokens[place:place + 3])
        elif token.type == "list_item_close":
            option = False
        elif heading:
            if token.type == "inline" and _flat(_plain(token)):
                # A heading holds no statement, but a number in it must be right as well.
                for kind, text in _inline(token):
                    if NUMBER.search(_without_exempt(text)):
                        yield kind, text
        elif option:
            continue
        elif token.type in ("fence", "code_block"):
            yield "prose", token.content
        elif token.type == "html_block":
            text = unescape(re.sub(r"<[^>]*>", " ", token.content)).strip()
            if text:
                yield "prose", text
        elif token.type == "inline":
            yield from _inline(token)


def _inline(token) -> Iterator[tuple[str, str]]:
    prose = ""
    for child in token.children or ():
        if child.type == "code_inline":
            yield "code", child.content
            prose += " "
        elif child.type == "image":
            prose += f" {child.content} "  # the alt text
        elif child.type in ("text", "softbreak", "hardbreak"):
            prose += child.content if child.type == "text" else " "
    if prose.strip():
        yield "prose", prose


def _is_option(tokens) -> bool:
    children = [child for token in tokens for child in token.children or () if child.content
                or child.type == "strong_open"]
    return (len(children) > 1 and children[0].type == "strong_open"
            and bool(_OPTION.fullmatch(children[1].content)))


def _plain(token) -> str:
    return "".join(child.content for child in token.children or ())


def _without_exempt(text: str) -> str:
    for pattern in EXEMPT:
        text = pattern.sub(" ", text)
    return text


def output_text(cell: dict) -> str:
    """All that a stored cell shows as text."""
    parts = []
    for output in cell.get("outputs", ()):
        text = output.get("text", output.get("data", {}).get("text/plain", ""))
        parts.append("".join(text))
    return "\n".join(parts)


def _number(written: str) -> float:
    return float(written.replace(",", "").replace("_", ""))


def _flat(text: str) -> str:
    return " ".join(text.split())


