"""The labels that options carry, row by row and script by script: A to D, 1 to 4, i to iv, ...

In small letters, where a script has them.
"""

LATIN = tuple("abcd")
ROMAN = ("i", "ii", "iii", "iv")
NUMBERS = (tuple("1234"), tuple("0123"))
GREEK = tuple("\u03b1\u03b2\u03b3\u03b4")
# Numbers in a ring, in brackets or with a full stop: each is one character, and can be no amount.
RINGED = ("\u2460\u2461\u2462\u2463", "\u24ea\u2460\u2461\u2462", "\u2776\u2777\u2778\u2779",
          "\u2780\u2781\u2782\u2783", "\u278a\u278b\u278c\u278d", "\u24f5\u24f6\u24f7\u24f8",
          "\u2474\u2475\u2476\u2477", "\u2488\u2489\u248a\u248b")
_SCRIPTS = (
    "\u0430\u0431\u0432\u0433", "\u0430\u0432\u0441\u0434",  # Cyrillic, the second as in Latin
    "\u05d0\u05d1\u05d2\u05d3",  # Hebrew
    "\u0623\u0628\u062c\u062f", "\u0627\u0628\u062c\u062f",  # Arabic
    "\u0915\u0916\u0917\u0918", "\u0905\u092c\u0938\u0926",  # Devanagari
    "\u0995\u0996\u0997\u0998",  # Bengali
    "\u0a95\u0a96\u0a97\u0a98",  # Gujarati
    "\u0a15\u0a16\u0a17\u0a18",  # Gurmukhi
    "\u0b85\u0b86\u0b87\u0b88",  # Tamil
    "\u0e01\u0e02\u0e04\u0e07",  # Thai
    "\u10d0\u10d1\u10d2\u10d3",  # Georgian
    "\u0561\u0562\u0563\u0564",  # Armenian
    "\u1200\u1208\u1210\u1218",  # Ethiopic
    "\u30a2\u30a4\u30a6\u30a8", "\u3042\u3044\u3046\u3048", "\u30a4\u30ed\u30cf\u30cb",  # Japanese
    "\u7532\u4e59\u4e19\u4e01",  # Chinese
    "\uac00\ub098\ub2e4\ub77c", "\u3131\u3134\u3137\u3139",  # Korean
)
LETTERS = (LATIN, GREEK, *map(tuple, _SCRIPTS))
ROWS = (*LETTERS, *NUMBERS, ROMAN, *map(tuple, RINGED))


def places(label: str) -> tuple[int, ...]:
    """The positions, from 0 on, that a label in small letters can mean; () for no label.

    A number may be counted from 0 or from 1.
    """
    return tuple(dict.fromkeys(row.index(label) for row in ROWS if label in row))
