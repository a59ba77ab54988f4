"""Words -> terms: which words of a question and of a passage count as the same.

A term is the Snowball stem of a word in small letters (the English stemmer, "Porter 2"). Beyond
that:

- British and American endings are one: -isation and -ization, -ise and -ize, -yse and -yze, -our
  and -or. The stemmer alone leaves "normalis" and "normal".
- C++, C#, B+, 3NF and O(n log n) are terms of their own. Blanks and signs in an O(...) do not
  count.
- A word with a hyphen, slash, dot or underscore gives its parts and the joined word, so that
  "B-tree" is found by "B tree", "btree" and "B-tree".
- Accents do not count. Chinese and Japanese letters are terms one by one.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from threading import Lock

from studybuddy.rag.pdf import NotesError

QUESTION_WORDS = frozenset("""
    a about am an and any are as at be been being between but by can could define describe did do
    does during each explain find for from give had has have how i if in into is it its know let
    look may me mean means meant might must my notes of on or our out please say says
    shall should show so some tell than that the their them then there these they this those to
    understand us was we were what when where which who whom whose why will with would you your
    material am don't doesn't isn't aren't can't it's what's i'm
""".split())
"""Words that a question is made of. They are dropped from a query, never from a passage."""

# Letters, digits, and vowel signs that Unicode does not count as letters.
_LETTER = "(?:[^\\W_]|[\u0300-\u036f\u0900-\u0963\u0966-\u0dff\u0e31-\u0e4e])"
_EAST = "[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]"
_SPECIAL = re.compile(
    r"(?P<big_o>(?<!\w)[o\u03b8\u03c9]\((?:[^()\n]|\([^()\n]*\)){1,30}\))"
    r"|(?<!\w)[a-z]{1,2}(?:\+\+?|#)(?![\w+#])"
    rf"|\d+(?:\.\d+)+|{_EAST}")
_JOINTS = re.compile(r"[./&_-]")
_WORD = re.compile(rf"{_LETTER}+(?:['./&_-]{_LETTER}+)*")
_ASCII_WORD = re.compile(r"[a-z0-9]+(?:['./&_-][a-z0-9]+)*")  # the same, and far quicker

# At least four letters before -is- (three before -ys- and -our), so that rise, wise, four and hour
# stay. These stay as well, since their relatives (precision, concision) have no z.
_BRITISH = (
    (re.compile(r"(?<=\w{4})(?<!prec)(?<!conc)(?<!superv)(?<!telev)is(?=e[ds]?$|ers?$|ing$|"
                r"able$|ations?$|ational$)"), "iz"),
    (re.compile(r"(?<=\w{3})ys(?=e[ds]?$|ers?$|ing$)"), "yz"),
    (re.compile(r"(?<=\w{3})our(?=s?$|ed$|ing$|al$|ally$|able$|ite$|ites$)"), "or"),
)

_stemmers = Lock()  # a Snowball stemmer may be used by one thread at a time


def terms(text: str) -> list[str]:
    """The terms of a text, with repetitions, the special ones first."""
    text = _plain(text)
    found: list[str] = []

    def take(match: re.Match) -> str:
        word = match.group()
        found.append("o(" + re.sub(r"[^\w/+-]", "", word[1:]) + ")" if match["big_o"] else word)
        return " "

    text = _SPECIAL.sub(take, text)
    for word in (_ASCII_WORD if text.isascii() else _WORD).findall(text):
        parts = [word] if word.isalnum() else _JOINTS.split(word)
        found += [stem(part) for part in parts]
        if len(parts) > 1:
            found.append("".join(parts))
    return found


def query_terms(query: str) -> list[str]:
    """The terms of a question, each once, without question words; there may be none.

    A question word in capitals among others is kept: the AND gate, an IT course.
    """
    words = query.split()
    shouted = len(words) > 1 and query.isupper()
    kept = [word for word in words
            if word.strip(".,;:!?\"'()\u2018\u2019").replace("\u2019", "'").lower()
            not in QUESTION_WORDS
            or not shouted and len(word) > 1 and word.isupper()]
    return list(dict.fromkeys(terms(" ".join(kept))))


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """The stem of one word in small letters; a word with a digit stays as it is."""
    if not word.isalpha() and "'" not in word:
        return word
    for pattern, ending in _BRITISH:
        word = pattern.sub(ending, word)
    with _stemmers:
        return _stemmer().stemWord(word) or word


@lru_cache(maxsize=1)
def _stemmer():
    try:
        import Stemmer
    except ImportError:
        raise NotesError('Searching notes needs packages more: pip install "studybuddy[notes]"'
                          ) from None
    return Stemmer.Stemmer("english")


def _plain(text: str) -> str:
    """Small letters without accents, one kind of apostrophe and hyphen."""
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKD", text.casefold())
    text = re.sub("[\u0300-\u036f]", "", text)
    text = unicodedata.normalize("NFC", text)
    return text.translate(_SAME)


_SAME = str.maketrans({"\u2019": "'", "\u2018": "'", "\u2010": "-", "\u2011": "-", "\u2013": " ",
                       "\u2014": " ", "\xad": "", "\u200b": ""})
