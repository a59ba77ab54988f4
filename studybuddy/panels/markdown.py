"""What a model wrote in Markdown, as HTML that can do nothing.

No script, no style, no picture, nothing that loads by itself. A link shows its real target behind
its words, and can be followed only when that target is a plain web or mail address. Formulas stay
text as they were written (see `markup.PLAIN`). Raw HTML is text. markdown-it reads the Markdown,
and nh3 then lets through what is on the lists below and nothing else, whatever came out of that.
"""

from __future__ import annotations

import html
import re
from functools import cache

from studybuddy.panels.markup import PLAIN, block
from studybuddy.panels.masking import cut_long
from studybuddy.showing import middle_cut, visible

MAX_LENGTH = 50_000
"""Characters that are read as Markdown; a longer text is shown as it stands."""
MAX_TARGET = 2_000
"""Characters of a target that can be followed, or is shown whole."""
MAX_HTML = 1_000_000
"""Characters of HTML that Markdown may become: a few words in it can name a long target often."""

TAGS = {"p", "br", "hr", "em", "strong", "s", "code", "pre", "blockquote", "ul", "ol", "li",
        "table", "thead", "tbody", "tr", "th", "td", "a", "bdi"}
_DIRECTED = ("p", "li", "th", "td", "blockquote")  # each has the direction of its own text

# Host and path in ASCII, as markdown-it normalises them; no user name in front of the host.
_FOLLOWED = re.compile(r"https?://[A-Za-z0-9.-]+(?::\d{1,5})?(?:[/?#][!-~]*)?"
                       r"|mailto:[A-Za-z0-9._+-]+@[A-Za-z0-9.-]+")
# What joins letters of several scripts and parts of an emoji, behind such a letter or part.
_JOINERS = re.compile("(?<=[^\x00-\x7f\u200c\u200d\ufe0e\ufe0f])[\u200c\u200d\ufe0e\ufe0f]\u200d?"
                      "|(?<=[0-9#*])\ufe0f(?=\u20e3)")
# A dollar is a price unless a second one closes it as TeX would have it.
_COLUMNS = re.compile(r"^.*\S {2,}\S.*$", re.MULTILINE)
_MATH = re.compile(r"\$\$.{1,2000}?\$\$|\\\(.{1,2000}?\\\)|\\\[.{1,2000}?\\\]"
                   r"|\$(?=\S)[^$\n]*?(?<=\S)\$(?!\d)", re.DOTALL)


def to_html(text: str) -> str:
    """A text in Markdown as a block of HTML. Without the packages for it, as plain text."""
    text = cut_long(text)
    if len(text) > MAX_LENGTH:
        return block(readable(text))
    try:
        import nh3

        parser = _parser()
    except ImportError:
        return block(readable(text))
    rendered = parser.render(readable(text))
    if len(rendered) > MAX_HTML:
        return block(readable(text))
    made = nh3.clean(
        rendered, tags=TAGS, url_schemes={"http", "https", "mailto"},
        attributes={"a": {"href", "target"}, "ol": {"start"}},
        tag_attribute_values={**{tag: {"dir": {"auto"}} for tag in _DIRECTED},
                              "p": {"dir": {"auto"}, "role": {"heading"}, "aria-level": {"4"}}},
        allowed_classes={"code": {"sb-math"}, "p": {"sb-heading", "sb-columns"}},
        link_rel="noopener noreferrer nofollow", url_relative="deny")
    return f'<div class="sb-answer {PLAIN}">\n{made}</div>'


def readable(text: str) -> str:
    """`text` with hidden characters by their code point; those that a script or an emoji needs
    stay, since nobody approves anything here."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u00a0", " ")
    parts, at = [], 0
    for found in _JOINERS.finditer(text):
        parts += [visible(text[at:found.start()]), found.group()]
        at = found.end()
    return "".join([*parts, visible(text[at:])])


@cache
def _parser():
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    parser.inline.ruler.before("escape", "math", _math)
    parser.core.ruler.push("harmless", _harmless)
    for name in ("softbreak", "hardbreak"):
        parser.add_render_rule(name, lambda self, tokens, index, options, env: "<br>")
    parser.add_render_rule("target", lambda self, tokens, index, options, env: _target(
        tokens[index].content))
    parser.add_render_rule("math", lambda self, tokens, index, options, env: (
        f'<code class="sb-math">{html.escape(tokens[index].content)}</code>'))
    return parser


def _math(state, silent: bool) -> bool:
    """A formula is one piece: the stars and backslashes in it are no Markdown."""
    if state.src[state.pos] not in "$\\":
        return False
    found = _MATH.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        state.push("math", "code", 0).content = found.group()
    state.pos = found.end()
    return True


def _harmless(state) -> None:
    """Headings become paragraphs (the notebook has its own outline), links and pictures words.
    Lines that are set in columns with blanks get letters of one width."""
    for token, inner in zip(state.tokens, [*state.tokens[1:], None], strict=True):
        if token.type == "paragraph_open" and len(_COLUMNS.findall(inner.content)) > 1:
            token.attrs = {"class": "sb-columns"}
        if token.type in ("heading_open", "heading_close"):
            token.tag = "p"
            if token.nesting == 1:
                token.attrs = {"class": "sb-heading", "role": "heading", "aria-level": "4"}
        if token.nesting == 1 and token.tag in _DIRECTED:
            token.attrs = {**token.attrs, "dir": "auto"}
        if token.children:
            token.children = _without_links(token.children)


def _without_links(tokens: list) -> list:
    from markdown_it.token import Token

    kept: list = []
    links: list[tuple[str, int]] = []
    for token in tokens:
        if token.type == "link_open":
            links.append((str(token.attrGet("href") or ""), len(kept)))
        elif token.type == "link_close":
            href, start = links.pop()
            if "".join(part.content for part in kept[start:]) == href or token.markup == "autolink":
                del kept[start:]
            kept.append(Token("target", "", 0, content=href))
        elif token.type == "image":
            kept += [Token("text", "", 0, content=f"[picture: {token.content}]"),
                     Token("target", "", 0, content=str(token.attrGet("src") or ""))]
        else:
            kept.append(token)
    return kept


def _target(address: str) -> str:
    """Where a link leads, in full and in plain view."""
    shown = html.escape(middle_cut(address, MAX_TARGET))
    if len(address) <= MAX_TARGET and _FOLLOWED.fullmatch(address):
        shown = f'<a href="{shown}" target="_blank">{shown}</a>'
    return f" <bdi>({shown})</bdi>"
