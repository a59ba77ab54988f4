"""Text as it may be shown to a person: no keys, no hidden characters, short, with its length told.

Nothing here knows a model, a run or a setting: who shows a text hands over what is secret.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

MASK = "[key]"
MOST_BLANKS = 8  # in a row that are shown as they are
SHORTEST_SECRET = 4  # characters; a shorter one ("none") is no secret and would tear words apart

# What keys of well-known services look like, for those that we were not told of.
# They begin where a word does; in a JSON text a word may stand behind `\n` or `\u000a`.
_BEGIN = r"(?:(?<![A-Za-z0-9])|(?<=\\[bfnrt])|(?<=\\u[0-9A-Fa-f]{4}))"
_KEYS = re.compile(
    rf"{_BEGIN}(?:sk|gsk|xai|csk|nvapi)[-_][\w*.-]{{8,}}"
    rf"|{_BEGIN}(?<!_)(?:pk|rk|hf)[-_][\w*.-]{{8,}}"  # orders_pk_customers is a name
    rf"|{_BEGIN}AIza[\w-]{{10,}}|{_BEGIN}AQ\.[\w-]{{10,}}"
    rf"|{_BEGIN}(?:gh[pousr]|github_pat|glpat|xox[abprs])[-_][\w-]{{10,}}"
    r"|(?<=[?&]key=)[^\s&'\"]+")
# The same behind words that say what it is; the words stay.
_NAMED = re.compile(
    r"(?P<words>(?-i:Bearer)[ \t]+"
    r"|\bbearer[ \t]+(?=[^\s'\"]{0,200}[0-9])"  # and not "the bearer of this letter"
    r"|\b(?:proxy-)?authorization[\\'\" \t]*[:=][\\'\" \t]*(?:basic|bearer|token)[ \t]+"
    r"|\bx-(?:goog-)?api-key[\\'\" \t]*[:=][\\'\" \t]*"
    r"|://[^\s/?#:@'\"<>]{0,200}:(?=[^\s/?#@'\"<>]{1,200}@))"  # https://me:password@host
    r"(?P<key>[^\s'\"\\@]+)", re.IGNORECASE)
_ZWNJ, _ZWJ = "\u200c", "\u200d"
_VARIATIONS = "\ufe0e\ufe0f"  # the sign before it as text, or as a coloured picture
_SKINS = re.compile("[\U0001f3fb-\U0001f3ff]")  # skin tones, behind the picture of a person
_VIRAMA = 9  # the combining class of the signs that join two letters in scripts of India
# Called printable by Unicode, and yet nothing is seen of them: fillers and variation selectors.
UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f"
                    "\uffa0\U00016fe4\U0001d159\U000e0100-\U000e01ef]")

# A label without brackets, and a target that may hold one pair of parentheses.
_LINK = re.compile(r"(!?)\[([^\[\]]*)\]\(\s*<?([^\s()<>]+(?:\([^\s()<>]*\)[^\s()<>]*)?)>?"
                   r"(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)")
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//|www\.")


_RUN = re.compile(r"\s{2,}|[^\S ]")  # one blank alone is the usual case
_LINE_END = re.compile(r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_LEFT_OUT = re.compile(r"\[\.\.\. [\d,]+ characters left out \.\.\.\]")


def mask(text: str, secrets: Iterable[str] = ()) -> str:
    """`text` with each secret, and whatever looks like a key, as `[key]`.

    A secret is also found as it stands in an address, in a Python text and in a JSON text, also
    in one that stands in another. Mask first and cut then: half of a secret is not found.
    """
    # The longest first: a secret may be the beginning of another one.
    for secret in sorted(secrets, key=len, reverse=True):
        if len(secret) >= SHORTEST_SECRET:
            for form in _forms(secret):
                text = text.replace(form, MASK)
    return _NAMED.sub(lambda found: found["words"] + MASK, _KEYS.sub(MASK, text))


def _forms(secret: str) -> list[str]:
    """How a secret may be written, the longest first."""
    from json import dumps
    from urllib.parse import quote, quote_plus

    forms = {secret, quote(secret, safe=""), quote_plus(secret), repr(secret)[1:-1]}
    for ascii_only in (True, False):
        once = dumps(secret, ensure_ascii=ascii_only)[1:-1]
        forms |= {once, dumps(once, ensure_ascii=ascii_only)[1:-1]}
    return sorted(forms, key=len, reverse=True)


def one_line(text: str) -> str:
    """`text` on one line: a line end, with the white space round it, becomes one blank, and so
    does a tab; hidden characters become their code points, a long run of blanks its number.

        "my  notes.md"                 my  notes.md
        "my" + 200 * " " + "notes.md"  my<200 blanks>notes.md

    So nothing in a tool's result can move a cursor, turn the direction of the text, or hide, and
    a name with more blanks looks like another name. The margin of the text, before and behind
    it, is left out.
    """
    return show_hidden(_RUN.sub(_told_run, text.strip()))


def _told_run(found: re.Match) -> str:
    run = found[0]
    if _LINE_END.search(run):
        return " "
    return f"<{len(run):,} blanks>" if len(run) > MOST_BLANKS else run.replace("\t", " ")


def short(text: str, width: int) -> str:
    """`text` on one line, at most its first `width` characters, then its full length in brackets.

    The length counts the characters of `text` as it came.
    """
    line = one_line(text[:20 * width + 1_000])  # of a huge text only the beginning is looked at
    if len(line) <= width and len(text) <= 20 * width + 1_000:
        return line
    return f"{line[:width].rstrip()}... ({len(text):,} characters)"


def visible(text: str) -> str:
    """`text` with each character that cannot be seen by its code point, such as `<U+202E>`.

    For what a person is to approve: nothing may hide there, so joiners are shown too. Line ends,
    tabs and plain blanks stay as they are; a carriage return is `<U+000D>`.
    """
    return text.translate({ord(c): _code(c) for c in _unseen(text)})


def show_hidden(text: str) -> str:
    """`text` with hidden characters by code point, as in `visible`, and readable in all scripts.

    For what is read and not decided about: answers, traces, and what a tool found. Blanks of
    every width stay, and so does a joiner or a variation selector that stands where a script or
    an emoji needs it; nothing is ever deleted. In its place is
    - a joiner behind a virama, or a zero-width joiner between a letter and a virama,
    - a zero-width non-joiner between two letters of the Arabic family,
    - a zero-width joiner between two pictures, and one variation selector behind a picture.

    The first two follow rules A1, A2 and B of Unicode's UAX 31, section 2.3 (also RFC 5892,
    appendix A), without its table of joining types; the third one UTS 51, sections 1.4 and 2.
    Tag characters, which spell three flags and can carry a whole text unseen, are always shown.
    """
    if text.isascii() and text.isprintable():
        return text
    from unicodedata import category

    hidden = [c for c in _unseen(text) if category(c) != "Zs"]  # in a blank nothing can hide
    if not hidden:
        return text
    return re.sub(f"[{''.join(map(re.escape, hidden))}]",
                  lambda found: found[0] if _in_place(text, found.start()) else _code(found[0]),
                  text)


def links_shown(text: str) -> str:
    """`text` with each Markdown link and image as words and its true target; nothing is loaded.

        [the notes](https://a.example/n)    the notes (link to https://a.example/n)
        ![](https://a.example/i.png?q=1)    (image at https://a.example/i.png?q=1, not loaded)

    Hidden characters of a target are shown. Where the address begins like that of another host
    (`https://bank.example@a.example`), or its host has letters beyond ASCII, which may only look
    like others, the host follows as the network knows it. What is no address, such as `a[0](b)`
    in a piece of code, stays as it is.
    """
    for _ in range(2):  # an image may stand inside a link
        text = _LINK.sub(_told_link, text)
    return text


def middle_cut(text: str, width: int) -> str:
    """`text`, or its first and last `width` // 2 characters with the number left out between."""
    if len(text) <= width:
        return text
    half = width // 2
    left_out = len(text) - 2 * half
    return f"{text[:half]}\n[... {left_out:,} characters left out ...]\n{text[-half:]}"


def is_cut(text: str) -> bool:
    """Whether a text says that something of it was left out: then nobody may call it all."""
    return _LEFT_OUT.search(text) is not None


# -- hidden characters -----------------------------------------------------------------------------


def _code(char: str) -> str:
    return f"<U+{ord(char):04X}>"


def _unseen(text: str) -> list[str]:
    """The different characters of a text that show nothing, but for " ", new lines and tabs."""
    return [c for c in set(text) - {"\n", "\t"} if not c.isprintable() or UNSEEN.match(c)]


def _in_place(text: str, at: int) -> bool:
    """Whether the joiner or variation selector here is part of what is seen (`show_hidden`)."""
    from unicodedata import bidirectional, category, combining

    char, before, after = text[at], text[at - 1:at] or " ", text[at + 1:at + 2] or " "
    if char in _VARIATIONS:
        return category(before) == "So" or (before in "#*0123456789" and after == "\u20e3")
    if char not in (_ZWNJ, _ZWJ):
        return False
    if combining(before) == _VIRAMA:
        return True
    if char == _ZWJ:
        picture = category(before) == "So" or before in _VARIATIONS or _SKINS.match(before)
        return (bool(picture) and category(after) == "So"
                or category(before) == "Lo" and combining(after) == _VIRAMA)
    while at and category(text[at - 1]) == "Mn":  # vowel signs above and below the letter
        at -= 1
    return at > 0 and bidirectional(text[at - 1]) == "AL" == bidirectional(after)


# -- links -----------------------------------------------------------------------------------------


def _told_link(found: re.Match) -> str:
    image, label, target = found.groups()
    if not _ADDRESS.match(target):
        return found[0]
    said = (f"image at {_target(target)}, not loaded" if image else
            "" if label.strip() == target else f"link to {_target(target)}")
    if not said:
        return _target(target)
    return f"{label.strip()} ({said})".lstrip()


def _target(address: str) -> str:
    """The address, and its host where a reader could take it for another one."""
    from urllib.parse import urlsplit

    shown = visible(address)
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
        if "@" not in parts.netloc and host.isascii():
            return shown
        return f"{shown}, host {host.encode('idna').decode()}"
    except ValueError:  # no address that anything could open; UnicodeError is one too
        return shown
