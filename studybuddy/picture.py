"""One style for all pictures of the workbook: SVG with rounded boxes, and the same in words.

A picture is shown as `<img alt>` inside HTML: this keeps its alt text in JupyterLab (trusted or
not) and in an export, where a bare SVG output loses it. It must be readable on a white and on a
dark page, so boxes are filled and hold black text, lines are grey, and labels stand in light pills.
"""

from __future__ import annotations

import html
from urllib.parse import quote

# Okabe and Ito's palette: told apart by people who are colour-blind. Black text on each of these
# has a contrast of at least 6 to 1.
ORANGE, SKY, GREEN, PINK, GREY = "#E69F00", "#56B4E9", "#009E73", "#CC79A7", "#BBBBBB"
PALE, INK, LINE = "#F4F4F4", "#222222", "#808080"
FONT = "system-ui, DejaVu Sans, sans-serif"
MONO = "DejaVu Sans Mono, Menlo, Consolas, monospace"
SMALL = 14  # px, the smallest text


class Picture:
    """An SVG text, its alt text, and the same as plain text for where no picture is shown."""

    def __init__(self, svg: str, alt: str, text: str):
        self.svg = svg
        self.alt = alt
        self.text = text

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict:
        return {"text/plain": self.text, "text/html": self.img()}

    def img(self) -> str:
        """The picture as an HTML image with its alt text."""
        source = quote(self.svg, safe=" =:/,;()*+-.'\n").replace("\n", "%0A")
        return f'<img alt="{html.escape(self.alt)}" src="data:image/svg+xml,{source}">'


def document(width: float, height: float, alt: str, parts: list[str]) -> str:
    """The whole SVG: its size in px, its title, and its parts in drawing order."""
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="img" font-family="{FONT}">',
        f"<title>{html.escape(alt, quote=False)}</title>", *parts, "</svg>\n"])


def box(x: float, y: float, width: float, height: float, fill: str, *, radius: float = 10,
        dashed: bool = False) -> str:
    """A filled box with a dark border; `x`, `y` is its upper left corner."""
    dash = ' stroke-dasharray="6 4"' if dashed else ""
    return (f'<rect x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{height:.0f}" '
            f'rx="{radius:.0f}" fill="{fill}" stroke="{INK}" stroke-width="2"{dash}/>')


def words(x: float, y: float, text: str, *, size: int = SMALL, bold: bool = False,
          mono: bool = False, anchor: str = "middle") -> str:
    """One line of black text; `x`, `y` is the place of its baseline."""
    style = (' font-weight="700"' if bold else "") + (f' font-family="{MONO}"' if mono else "")
    return (f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" text-anchor="{anchor}" '
            f'fill="#000"{style}>{html.escape(text, quote=False)}</text>')


def pill(x: float, y: float, text: str) -> str:
    """A small label with its centre at `x`, `y`, readable on any page."""
    width = len(text) * 8.5 + 16
    return (f'<rect x="{x - width / 2:.0f}" y="{y - 11:.0f}" width="{width:.0f}" height="22" '
            f'rx="11" fill="{PALE}" stroke="{LINE}"/>' + words(x, y + 5, text))


def line(path: str) -> str:
    """A grey line along an SVG path, such as "M0 0 L10 10"."""
    return f'<path d="{path}" stroke="{LINE}" stroke-width="2" fill="none"/>'
