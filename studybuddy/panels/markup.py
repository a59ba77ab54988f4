"""Untrusted text as HTML: escaped, hidden characters by code point, each text in its direction.

Formulas stay text. Letting MathJax read `$...$` in what a model wrote would turn prices into
formulas and hand its whole command language to a stranger; `PLAIN` keeps it away.
"""

from __future__ import annotations

import html
import re

from studybuddy.showing import visible

PLAIN = "mathjax_ignore tex2jax_ignore"
"""Classes of an element in which MathJax (3 and later, 2) typesets nothing."""

# Blanks of other widths, common in text from PDFs; nothing can hide in them.
_BLANKS = re.compile("[\u00a0\u2000-\u200a\u202f\u205f\u3000]")


def plain(text: object) -> str:
    """A text as a learner may see it, not escaped: for buttons, and for views without HTML."""
    return visible(_BLANKS.sub(" ", str(text)))


def escaped(text: object) -> str:
    """`plain(text)` escaped for HTML, also within attributes."""
    return html.escape(plain(text))


def inline(text: object) -> str:
    """A text within a sentence: its own direction cannot reorder what stands around it."""
    return f"<bdi>{escaped(text)}</bdi>"


def block(text: object, kind: str = "", label: str = "") -> str:
    """A paragraph with its own direction and line ends. `kind` is a class of ours, or ""; `label`
    is a word of ours in front, which has no say in the direction."""
    name = f"sb-text {kind}".strip()
    front = f"<bdi>{html.escape(label)}</bdi> " if label else ""
    return f'<p class="{name}" dir="auto">{front}{escaped(text)}</p>'


def word(text: str, kind: str = "note") -> str:
    """A status word on a ground of its own: `kind` is good, bad or note. The word says it all,
    the colour only repeats it."""
    return f'<strong class="sb-word sb-{kind}">{html.escape(text)}</strong>'
