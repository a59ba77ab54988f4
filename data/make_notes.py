"""Make the course PDFs from their Markdown (for maintainers): python data/make_notes.py

data/source/NAME.md becomes data/notes/NAME.pdf, and those of ATTACKS data/attack/NAME.pdf. The
bytes are the same each time with one version of reportlab; the text is the same with any, and this
is what the tests compare. Each `##` section begins a page. The fonts every PDF reader has know
Latin-1 only, so other letters are refused here.
"""

from __future__ import annotations

import html
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import (
    Flowable,
    ListFlowable,
    ListItem,
    PageBreak,
    Paragraph,
    Preformatted,
    SimpleDocTemplate,
    Spacer,
    Table,
    TableStyle,
)

DATA = Path(__file__).resolve().parent
ATTACKS = {"white_text"}
HIDDEN = "[hidden] "  # a paragraph that begins so is printed tiny and white

BODY = ParagraphStyle("body", fontName="Helvetica", fontSize=12, leading=16.5, spaceAfter=6)
CELL = ParagraphStyle("cell", parent=BODY, fontSize=10.5, leading=13.5, spaceAfter=0)
HEAD_CELL = ParagraphStyle("head cell", parent=CELL, fontName="Helvetica-Bold")
CODE = ParagraphStyle("code", fontName="Courier", fontSize=10, leading=12.5, leftIndent=6,
                      spaceBefore=2, spaceAfter=7, backColor=colors.HexColor("#F4F4F4"),
                      borderPadding=4)
WHITE = ParagraphStyle("white", parent=BODY, fontSize=4, leading=5, textColor=colors.white)
HEADINGS = {
    "h1": ParagraphStyle("h1", parent=BODY, fontName="Helvetica-Bold", fontSize=20, leading=25,
                         spaceAfter=8),
    "h2": ParagraphStyle("h2", parent=BODY, fontName="Helvetica-Bold", fontSize=15, leading=19,
                         spaceBefore=6, spaceAfter=6),
}
TABLE = TableStyle([
    ("GRID", (0, 0), (-1, -1), 0.4, colors.grey),
    ("BACKGROUND", (0, 0), (-1, 0), colors.HexColor("#E8EEF4")),
    ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ("TOPPADDING", (0, 0), (-1, -1), 2), ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
])


def sources() -> dict[Path, Path]:
    """Each Markdown file with the PDF that is made from it."""
    return {source: DATA / ("attack" if source.stem in ATTACKS else "notes")
            / f"{source.stem}.pdf" for source in sorted((DATA / "source").glob("*.md"))}


def make(source: Path, target: Path) -> None:
    """Write the PDF of one Markdown file.

    Raises:
        UnicodeEncodeError: A letter is not in Latin-1.
        ValueError: The Markdown holds something that this script does not know.
    """
    text = source.read_text(encoding="utf-8")
    text.encode("latin-1")
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    title = next(tokens[i + 1].content for i, token in enumerate(tokens) if token.tag == "h1")
    document = SimpleDocTemplate(
        str(target), pagesize=A4, leftMargin=22 * mm, rightMargin=22 * mm, topMargin=18 * mm,
        bottomMargin=18 * mm, invariant=1, title=title, author="StudyBuddy", lang="en-GB")
    document.build(_story(tokens), onFirstPage=_footer, onLaterPages=_footer)


def _footer(canvas, document) -> None:
    canvas.setFont("Helvetica", 8)
    canvas.drawCentredString(A4[0] / 2, 10 * mm, str(document.page))


def _story(tokens: list[Token]) -> list[Flowable]:
    story: list[Flowable] = []
    course = _is_course(tokens)
    place, sections = 0, 0
    while place < len(tokens):
        token = tokens[place]
        end = _closing(tokens, place)
        inside = tokens[place + 1:end]
        if token.type == "heading_open":
            if token.tag == "h2":
                sections += 1
                if sections > 1 and course:
                    story.append(PageBreak())
            story.append(Paragraph(_inline(inside[0]), HEADINGS[token.tag]))
        elif token.type == "paragraph_open":
            story.append(_paragraph(inside[0]))
        elif token.type == "fence":
            story.append(Preformatted(token.content.rstrip("\n"), CODE))
        elif token.type in ("bullet_list_open", "ordered_list_open"):
            story.append(_list(inside, ordered=token.type.startswith("ordered")))
        elif token.type == "table_open":
            story += [_table(inside), Spacer(1, 7)]
        else:
            raise ValueError(f"{token.type} in line {(token.map or [0])[0] + 1} is not known here.")
        place = end + 1
    return story


def _is_course(tokens: list[Token]) -> bool:
    """Whether this is a course, whose sections are numbered: each of them begins a page."""
    return any(token.content.startswith("1 ") for token in tokens if token.type == "inline")


def _closing(tokens: list[Token], place: int) -> int:
    """The place of the token that closes the one at `place`."""
    depth = 0
    for number in range(place, len(tokens)):
        depth += tokens[number].nesting
        if depth == 0:
            return number
    raise ValueError("The Markdown is not closed.")


def _paragraph(token: Token) -> Paragraph:
    if token.content.startswith(HIDDEN):
        return Paragraph(html.escape(token.content.removeprefix(HIDDEN)), WHITE)
    return Paragraph(_inline(token), BODY)


def _list(inside: list[Token], *, ordered: bool) -> ListFlowable:
    items = [ListItem(Paragraph(_inline(token), BODY)) for token in inside
             if token.type == "inline"]
    kind = {"bulletType": "1", "bulletFormat": "%s."} if ordered else {
        "bulletType": "bullet", "start": "\u2022"}
    return ListFlowable(items, leftIndent=16, bulletFontSize=12, bulletFontName="Helvetica", **kind)


def _table(inside: list[Token]) -> Table:
    rows: list[list[Paragraph]] = []
    style = CELL
    for number, token in enumerate(inside):
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("th_open", "td_open"):
            style = HEAD_CELL if token.type == "th_open" else CELL
            rows[-1].append(Paragraph(_inline(inside[number + 1]), style))
    # As wide as the longest cell asks for, within the page.
    longest = [max(len(row[column].getPlainText()) for row in rows)
               for column in range(len(rows[0]))]
    wanted = [min(max(length, 6), 45) * 6 + 14 for length in longest]
    factor = min(1, (A4[0] - 44 * mm - 12) / sum(wanted))
    table = Table(rows, colWidths=[width * factor for width in wanted], hAlign="LEFT")
    table.setStyle(TABLE)
    return table


_TAGS = {"strong_open": "<b>", "strong_close": "</b>", "em_open": "<i>", "em_close": "</i>",
         "softbreak": " "}


def _inline(token: Token) -> str:
    """Inline Markdown as the small markup that reportlab reads."""
    parts = []
    for child in token.children or ():
        if child.type == "text":
            parts.append(html.escape(child.content, quote=False))
        elif child.type == "code_inline":
            parts.append(f'<font name="Courier">{html.escape(child.content, quote=False)}</font>')
        elif child.type in _TAGS:
            parts.append(_TAGS[child.type])
        else:
            raise ValueError(f"{child.type} is not known here.")
    return "".join(parts)


def main() -> None:
    for source, target in sources().items():
        target.parent.mkdir(exist_ok=True)
        make(source, target)
        print(f"{target.relative_to(DATA).as_posix()}: {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
