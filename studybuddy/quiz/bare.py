"""Options that are labels and nothing else: A, B, C, D with no answer behind them.

A whole row is needed, in any order: other letters and numbers may be answers, such as a symbol of
chemistry, a variable or a blood group. So may 1 to 4, and small Greek letters.
"""

from __future__ import annotations

import re
import unicodedata

from studybuddy.quiz.decoration import seen_only, undecorated
from studybuddy.quiz.errors import listed
from studybuddy.quiz.series import GREEK, LATIN, LETTERS, NUMBERS, RINGED, ROMAN

_TOKEN = re.compile(r"[^\W_]{1,3}")
# "1)" is no number, "(1)" and "[1]" may be.
_NUMBER = re.compile(r"[\s*_~`]*([0-4])\s*\)[\s*_~`]*")
_ROWS = [set(row) for row in (*LETTERS, *RINGED, ROMAN)]
_NUMBER_ROWS = [set(row) for row in NUMBERS]
# Beside three letters of a row: words that only speak of the other options. "The list is empty"
# is an answer.
_THEM = "|".join(
    "of the these those them this two three other others options? answers? choices? statements? "
    "above below is are right wrong true false correct incorrect".split())
_OF_OTHERS = re.compile(
    rf"(?:all|any|both|each|neither|none|nothing|some|two|one|either)(?: (?:{_THEM}))*"
    r"|(?:both |neither |only |either )?[abc](?:(?:, ?| ?& ?| and | or | nor )+[abc])+(?: only)?"
    r"|(?:only |just )[abc]|[abc] only"
    r"|(?:it |that |this )?(?:can(?:not|'t| not)|could not) be (?:known|determined|said|told"
    r"|answered|decided|inferred)\b.*|(?:there is )?(?:not enough|too little) (?:information|data)"
    r"|(?:i |we )?(?:do not|don't) know|not known|no (?:answer|option|choice)\b.*")


def bare_labels(options: list[str]) -> str:
    """What the options are where all are labels, as words for a reason; "" where they are not."""
    options = [seen_only(option) for option in options]
    plain = [unicodedata.normalize("NFKC", option) for option in options]
    for texts in (options, plain):  # NFKC makes 1 of a ringed 1, and other letters of some Korean
        found = {bare for text in texts if _TOKEN.fullmatch(bare := undecorated(text))}
        row = next((row for row in _ROWS if _fits(found, row, texts)), None)
        if row is not None:
            if row == set(LATIN):
                return "the letters A to D"
            return f"labels ({listed(options)})"
    numbers = {match[1] for text in plain if (match := _NUMBER.fullmatch(text))}
    if numbers in _NUMBER_ROWS:
        return "the numbers of options"
    return ""


def _fits(found: set[str], row: set[str], texts: list[str]) -> bool:
    """Whether these are all labels of a row, or three letters beside a word on the others."""
    if row == set(GREEK) and any(map(str.islower, found)):
        return {token.lower() for token in found} == row and all(map(_has_bracket, texts))
    small = {token.lower() for token in found} & row
    if row == set(ROMAN):  # I to III may be named in the question itself
        return small == row
    return small == row or len(small) == len(row) - 1 and any(map(_is_of_others, texts))


def _has_bracket(option: str) -> bool:
    return option.rstrip(" *_~`").endswith(")")


def _is_of_others(option: str) -> bool:
    """Whether an option only speaks of the others, such as "None of these"."""
    words = undecorated(option).lower().replace("\u2019", "'").strip(" !")
    return bool(_OF_OTHERS.fullmatch(words))
