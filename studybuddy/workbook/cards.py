"""Cards: what a lesson says, as plain text and as HTML with the same content.

A card is one status word, a title and rows of label and value. The HTML is plain enough to read
well without its style sheet, since a viewer that does not trust a notebook drops the style. The
status stands in words; colour only repeats it.
"""

from __future__ import annotations

import html
import re
import sys
from collections.abc import Iterable

READY, RECORDED, CONFIRMED = "READY", "RECORDED", "CONFIRMED"
DOES_NOT_HOLD, CANNOT_BE_SHOWN = "DOES NOT HOLD", "CANNOT BE SHOWN HERE"
NOT_YET, PASSED, FINISHED, SKIPPED = "NOT YET", "PASSED", "FINISHED", "SKIPPED"
COMPARED, NO_GUESS = "COMPARED", "NO GUESS"

# Okabe and Ito's colours, which colour-blind people can tell apart. Black text on each of them has
# a contrast of at least 6 to 1, whatever the theme of the page is.
FILLS = {
    READY: "#56B4E9", RECORDED: "#56B4E9", CONFIRMED: "#56B4E9", COMPARED: "#56B4E9",
    DOES_NOT_HOLD: "#CC79A7", CANNOT_BE_SHOWN: "#BBBBBB",
    NOT_YET: "#E69F00", NO_GUESS: "#E69F00",
    PASSED: "#009E73", FINISHED: "#009E73", SKIPPED: "#BBBBBB",
}

# The doubled class outweighs JupyterLab's own rules for lists and code. The style goes with every
# card: the first card of a page may be cleared or scrolled away.
STYLE = """<style>
.sbw.sbw{border-left:4px solid var(--sbw-fill);padding:6px 12px;margin:4px 0;max-width:48rem;
background:var(--jp-layout-color2,#eee);color:var(--jp-content-font-color1,#212121);
font-family:var(--jp-content-font-family,system-ui,sans-serif);
font-size:var(--jp-content-font-size1,14px);line-height:1.5}
.sbw.sbw p{margin:2px 0}
.sbw.sbw .sbw-word{background:var(--sbw-fill);color:#000;border-radius:4px;padding:1px 8px;
font-size:.9em}
.sbw.sbw dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:1px 14px;
margin:6px 0 2px;padding:0}
.sbw.sbw dt,.sbw.sbw dd{margin:0;padding:0;float:none;width:auto}
.sbw.sbw dd{white-space:pre-wrap;overflow-wrap:anywhere}
.sbw.sbw.sbw code{background:none;padding:0;color:inherit;font-size:.95em}
@media (max-width:480px){.sbw.sbw dl{grid-template-columns:minmax(0,1fr)}}
</style>"""


class Card:
    """One message to the learner.

    `status` is one of the words above; `title` and the values of `rows` may hold `code` between
    backticks, the only markup there is.
    """

    def __init__(self, status: str, title: str, rows: Iterable[tuple[str, str]] = ()):
        self.status = status
        self.title = title
        self.rows = [(label, value) for label, value in rows]

    def row(self, label: str) -> str | None:
        """The value of the row with this label, or None."""
        return dict(self.rows).get(label)

    def __repr__(self) -> str:
        width = max((len(label) for label, _ in self.rows), default=0)
        lines = [f"{self.status} | {self.title.replace('`', '')}"]
        for label, value in self.rows:
            first, *more = value.replace("`", "").split("\n")
            lines.append(f"  {label:<{width}}  {first}".rstrip())
            lines += [" " * (width + 4) + line for line in more]
        return "\n".join(lines)

    def html(self) -> str:
        """The card as HTML; every character of its texts is escaped."""
        rows = "".join(f"<dt><strong>{_inline(label)}</strong></dt>\n<dd>{_inline(value)}</dd>\n"
                       for label, value in self.rows)
        return (f'{STYLE}\n<div class="sbw" style="--sbw-fill:{FILLS[self.status]}">\n'
                f'<p><strong class="sbw-word">{self.status}</strong> {_inline(self.title)}</p>\n'
                + (f"<dl>\n{rows}</dl>\n" if rows else "") + "</div>")

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self.html()}


def shell():
    """IPython's shell where this is a notebook, else None."""
    # A kernel has imported IPython already; nobody else should pay for it.
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython is not None else None


def show(thing: object) -> None:
    """Show a card or a picture: in a notebook with its HTML, anywhere else as text."""
    if shell() is not None:
        from IPython.display import display

        display(thing)
        return
    text = repr(thing)
    try:
        print(text)
    except UnicodeEncodeError:  # a terminal with a small alphabet
        encoding = getattr(sys.stdout, "encoding", None) or "ascii"
        print(text.encode(encoding, "replace").decode(encoding))


def _inline(text: str) -> str:
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text, quote=False))
