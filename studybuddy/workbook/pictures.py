"""Pictures of the workbook: one style for all, with a text for every picture.

A picture is an SVG inside `<img alt=... src="data:...">`. As an image of its own a notebook would
show it without its alt text, or not at all before it is trusted. Such an image follows neither
JupyterLab's theme nor its variables, so the page behind it is left open: boxes are filled and
carry black text, lines are a grey that shows on white and on black.
"""

from __future__ import annotations

import html

from studybuddy.picture import FONT as SANS
from studybuddy.picture import GREEN, LINE, MONO, ORANGE, SMALL, Picture
from studybuddy.picture import INK as EDGE
from studybuddy.picture import PINK as PURPLE
from studybuddy.picture import SKY as BLUE

__all__ = ["BLUE", "GREEN", "GREY", "ORANGE", "PURPLE", "Drawing", "Picture", "ordinal", "width_of"]

GREY = "#DDDDDD"  # lighter than in a timeline: what is not there yet
LARGE = 19
"""px, as SMALL."""


class Drawing:
    """Collects the elements of a picture. Sizes are px."""

    def __init__(self, width: float, height: float, title: str):
        self._parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
            f'viewBox="0 0 {width:.0f} {height:.0f}" role="img" font-family="{SANS}">',
            f"<title>{html.escape(title, quote=False)}</title>"]

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self._parts.append(f'<path d="M{x1:.0f} {y1:.0f} L{x2:.0f} {y2:.0f}" stroke="{LINE}" '
                           'stroke-width="2"/>')

    def box(self, x: float, y: float, width: float, height: float, fill: str, *,
            radius: float = 10, dashed: bool = False, edge: str = EDGE, thick: float = 2) -> None:
        """A rounded box whose upper left corner is at x, y."""
        dash = ' stroke-dasharray="6 4"' if dashed else ""
        self._parts.append(
            f'<rect x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{height:.0f}" '
            f'rx="{radius:.0f}" fill="{fill}" stroke="{edge}" stroke-width="{thick:g}"{dash}/>')

    def word(self, x: float, y: float, text: str, *, large: bool = False,
             bold: bool = False) -> None:
        """A text whose middle is at x and whose base line is at y."""
        look = (f'font-size="{LARGE}" font-weight="700" font-family="{MONO}"' if large
                else f'font-size="{SMALL}"' + (' font-weight="700"' if bold else ""))
        self._parts.append(f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="middle" fill="#000" {look}>'
                           f"{html.escape(text, quote=False)}</text>")

    def done(self) -> str:
        return "\n".join([*self._parts, "</svg>"]) + "\n"


def width_of(text: str, *, large: bool = False) -> float:
    """About how wide a text is, rounded up, in px: fonts differ between systems."""
    return len(text) * (12 if large else 8)


def ordinal(n: int) -> str:
    """1st, 2nd, 3rd, 4th, ... 11th, ... 21st."""
    ending = "th" if 10 <= n % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"
