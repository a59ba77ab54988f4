"""A table as HTML, in the style of the workbook, and the same as plain text."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable

# The class stands three times to outweigh JupyterLab's own rules for tables.
STYLE = """<style>
.sb-trace.sb-trace.sb-trace{border-collapse:collapse;margin:4px 0;max-width:60rem;
font-size:var(--jp-content-font-size1,14px);color:var(--jp-content-font-color1,#212121);
background:var(--jp-layout-color1,#fff)}
.sb-trace.sb-trace.sb-trace caption{text-align:left;padding:4px 10px;font-weight:bold;
color:var(--jp-content-font-color1,#212121);background:var(--jp-layout-color1,#fff)}
.sb-trace.sb-trace.sb-trace th,.sb-trace.sb-trace.sb-trace td{text-align:left;
vertical-align:top;padding:3px 10px;border-bottom:1px solid #808080;white-space:normal;
overflow-wrap:break-word;word-break:normal;min-width:6em;max-width:none}
.sb-trace.sb-heads th:nth-child(-n+2),.sb-trace.sb-heads td:nth-child(-n+2){
white-space:nowrap;min-width:0}
</style>
"""
_LINES = ("margin:0;padding:0;background:none;color:inherit;font-size:.95em;"
          "white-space:pre-wrap;overflow-wrap:anywhere;word-break:normal")
WORD = 16  # characters of a word that stays whole; a longer one may be cut to keep a column narrow


class Table(str):
    """A table as HTML text. A notebook shows it as a table, and keeps `plain` beside it."""

    plain: str

    def __new__(cls, markup: str, plain: str) -> Table:
        table = super().__new__(cls, markup)
        table.plain = plain
        return table

    def _repr_html_(self) -> str:
        return STYLE + self

    def _repr_pretty_(self, printer, cycle: bool) -> None:
        printer.text(self.plain)


def markup(caption: str, heads: Iterable[str], rows: Iterable[Iterable[object]],
           narrow: bool = False) -> str:
    """The HTML of a table with a caption and a head row; all text is escaped. With `narrow` the
    first two columns hold short words, which stay on one line."""
    head = "".join(f'<th scope="col">{html.escape(name)}</th>' for name in heads)
    body = "".join(f"<tr>{''.join(map(cell, row))}</tr>" for row in rows)
    kind = "sb-trace sb-heads" if narrow else "sb-trace"
    return (f'<table class="{kind}"><caption>{html.escape(caption)}</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")


def cell(content: object) -> str:
    """One cell as HTML, escaped. Only a word of more than `WORD` characters is cut to fit."""
    text = str(content)
    if "\n" in text:
        return f'<td><pre style="{_LINES}">{html.escape(text)}</pre></td>'
    # A browser would show several blanks as one, and two names that differ as the same.
    kept = ' style="white-space:pre-wrap"' if "  " in text else ""
    pieces = re.split(rf"(\S{{{WORD + 1},}})", text)  # each second one is a long word
    return f"<td{kept}>" + "".join(
        f'<span style="overflow-wrap:anywhere">{html.escape(piece)}</span>' if place % 2
        else html.escape(piece) for place, piece in enumerate(pieces)) + "</td>"
