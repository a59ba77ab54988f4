"""A cell that Python cannot read, in a notebook: what to look for, in plain words.

Python names the place, and often the cause, in the words of a grammar. The texts that are matched
here are those of Python 3.11 and later; any other gets what helps with most.
"""

from __future__ import annotations

import keyword
import re
from types import TracebackType

from studybuddy.workbook import cards
from studybuddy.workbook.cards import Card

_MISSING = ("Look at the sign that `^` points to, and at the line above it. Is a quote, a bracket, "
            "a comma or a colon missing there?")

_NEXT = [  # of the first that fits Python's own text
    (r"invalid character '[“”„‘’‚«»]'",
     "These quotes are those of a printed page. Type them anew: `\"`."),
    (r"invalid (?:non-printable )?character", "Python does not know this sign. Type it anew, or "
                                              "take it out."),
    (r"unterminated .*string|f-string: expecting",
     "A text ends with the same quote that it begins with: `\"a text\"`."),
    (r"'([(\[{])' was never closed", "This `{0}` is never closed. Each `{0}` needs a `{1}`."),
    (r"unmatched '(.)'", "Nothing that this `{0}` could close is open. Take it out, or open it."),
    (r"closing parenthesis '(.)' does not match opening parenthesis '(.)'",
     "A `{1}` is open, and `{0}` cannot close it."),
    (r"expected ':'", "A colon is missing at the end of the line."),
    (r"Missing parentheses in call to '(\w+)", "`{0}` needs brackets: `{0}(...)`."),
    (r"expected an indented block", "The lines below a colon begin with four more spaces."),
    (r"unexpected indent", "The line begins with more spaces than the line above it. Only below "
                           "a colon may it do so."),
    (r"unindent does not match|inconsistent use of tabs",
     "Lines that belong together begin with the same number of spaces, and with no tab."),
    (r"expected 'else' after", "Here `if` needs an `else`: `a if test else b`."),
    (r"expected 'except' or 'finally'", "Below a `try` comes a line with `except`."),
    (r"forgot a comma|':' expected after",
     "A comma may be missing here; between a key and its value a colon; round a text its quotes."),
    (r"Maybe you meant '=='", "A comparison is written with two signs: `==`. A name that gets a "
                              "value stands on the left of `=`."),
    (r"cannot assign to (True|False|None)", "`{0}` is Python's own word. Take another name."),
    (r"invalid decimal literal", "No name begins with a digit, and a number holds no letters."),
]
_CLOSES = {"(": ")", "[": "]", "{": "}"}
_BARE_TEXT = re.compile(r"""(\w+)\s*(?::\s*str\s*)?=\s*(\w[^"'()\[\]{}#=]*?)\s*(?:#.*)?""")
_FIRST_WORD = re.compile(r"([A-Za-z]+)(?!\w|\s*[=.,\[]|\s*\((?!.*:$))")
_OWN_WORDS = frozenset(keyword.kwlist) - {"True", "False", "None"}


def is_meant(error: BaseException, trace: TracebackType | None, namespace: dict) -> bool:
    """Whether it is the cell itself that cannot be read, and not something that its code reads."""
    if not isinstance(error, SyntaxError) or not error.lineno or not error.text:
        return False
    while trace is not None:
        if trace.tb_frame.f_globals is namespace:
            return False
        trace = trace.tb_next
    return True


def card_of(error: SyntaxError, texts: frozenset[str] = frozenset()) -> Card:
    """Where to look, and for what. `texts` are the names that hold a text in the lessons."""
    line = (error.text or "").strip()[:300]
    return Card(cards.NOT_YET, f"Python cannot read line {error.lineno}, so nothing of this cell "
                "ran.", [("next", _of_line(line, texts) or _of_text(error.msg or ""))])


def _of_line(line: str, texts: frozenset[str]) -> str | None:
    """What to do, where the line itself tells; None where it does not."""
    if (found := _BARE_TEXT.fullmatch(line)) and found[1] in texts:
        return f'A text stands between quotes: `{found[1]} = "{found[2]}"`.'
    if (found := _FIRST_WORD.match(line)) and found[1] not in _OWN_WORDS and (
            word := found[1].lower()) in _OWN_WORDS:
        return f"Python's own words have small letters: `{word}`."
    if re.match(r"else\s*if\b", line):
        return "Python writes `elif` for that."
    return None


def _of_text(said: str) -> str:
    for pattern, what in _NEXT:
        if found := re.search(pattern, said):
            parts = found.groups()
            more = [_CLOSES.get(part, "") for part in parts[:1]] if len(parts) == 1 else []
            return what.format(*parts, *more)
    return _MISSING
