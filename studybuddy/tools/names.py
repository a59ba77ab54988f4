"""Names that a person gives, of topics and exams: on one line, seen, and told apart by eye."""

from __future__ import annotations

JOINERS = "\u200c\u200d"
"""Several scripts of India, and some emoji, are written with these."""
HIDDEN = dict.fromkeys([0xAD, 0x200B, *range(0x200E, 0x2010), *range(0x202A, 0x202F),
                        *range(0x2060, 0x2070), 0xFEFF, *range(0xE0000, 0xE0080)]) | dict.fromkeys(
                            [*range(0x20), *range(0x7F, 0xA0)], " ")
"""Characters that take no room or turn the direction of a text go; control characters become
blanks."""


def plain(text: str) -> str:
    """A text on one line without hidden characters, as it may stand in a plan. Half a surrogate
    pair cannot be written as UTF-8; it becomes a question mark."""
    text = text.encode("utf-8", "replace").decode("utf-8")
    return " ".join(text.translate(HIDDEN).split())


def is_seen(name: str) -> bool:
    """Whether a reader sees anything of a name: a letter, a digit, a sign, or the box that stands
    for a character without a picture."""
    if name.isascii():
        return any(letter > " " for letter in name)
    from unicodedata import category

    from studybuddy.showing import UNSEEN

    return any(category(letter)[0] in "LNPS" or category(letter) in ("Co", "Cn")
               for letter in UNSEEN.sub("", name))


def same(name: str) -> str:
    """What two names have in common that a reader cannot tell apart."""
    if name.isascii():
        return name.casefold()
    from unicodedata import normalize

    from studybuddy.showing import UNSEEN

    return normalize("NFC", UNSEEN.sub("", name).translate(dict.fromkeys(map(ord, JOINERS)))
                     .casefold())
