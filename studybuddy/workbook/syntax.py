"""A cell that Python cannot read, in a notebook: what to look for, in plain words.

Python names the place, and often the cause, in the words of a grammar. The texts that are matched
here are those of Python 3.11 and later; any other gets what helps with most.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from traceback import walk_tb
from types import TracebackType

from studybuddy.workbook import cards
from studybuddy.workbook.cards import Card

_MISSING = ("Look at the sign that `^` points to, and at the line above it. Is a quote, a bracket, "
            "a comma or a colon missing there? Is there a word too many, or one misspelled?")

_NEXT = [  # of the first that fits Python's own text
    (r"^f-string", "Look between `{{` and `}}` of this text. Each `{{` needs a `}}`, and quotes in "
                   "there must be other ones than those round the text."),
    (r"invalid character '[“”„‘’‚«»]'",
     "These quotes are those of a printed page. Type them anew: `\"`."),
    (r"invalid (?:non-printable )?character", "Python does not know this sign. Type it anew, or "
                                              "take it out."),
    (r"unterminated .*string",
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
    (r"Maybe you meant '=='", "A name stands on the left of `=`. A comparison is written `==`, and "
                              "between a key and its value stands a colon."),
    (r"multiple exception types", "Put the kinds in brackets: `except (ValueError, TypeError):`."),
    (r"cannot assign to (True|False|None)", "`{0}` is Python's own word. Take another name."),
    (r"invalid decimal literal", "No name begins with a digit, and a number holds no letters."),
]
_OUTSIDE = [  # of these Python finds out when the lines above have run
    (r"'(return|yield|await)\b.*' outside", "a function",
     "`{0}` belongs into a function: put four spaces before it, below the line with `def`."),
    (r"'(break|continue)' (?:outside|not properly)", "a loop",
     "`{0}` belongs into a loop, below the line with `for` or `while`."),
]
_CLOSES = {"(": ")", "[": "]", "{": "}"}
_BARE_TEXT = re.compile(
    r"""(\w+)\s*(?::\s*str\s*)?=\s*(\w+[ ]+\w[^"'()\[\]{}#=]*?)\s*(?:#.*)?""")
_QUESTION = re.compile(r"""[ \t]*(\w+)[ ]*=[ ]*(\w[^"'#\n]*\?)[ ]*""")
_FIRST_WORD = re.compile(r"([A-Za-z]+)(?!\w|\s*[=.,\[]|\s*\((?!.*:$))")
_WITH_COLON = frozenset({"def", "class", "if", "elif", "else", "for", "while", "try", "except",
                         "finally", "with"})
_ALONE = frozenset({"return", "import", "from", "raise", "del", "assert", "pass", "break",
                    "continue", "global"})
_MEANT = {"define": "def", "function": "def", "func": "def", "elseif": "elif", "elsif": "elif"}


def is_meant(error: BaseException, trace: TracebackType | None, namespace: dict) -> bool:
    """Whether it is the cell itself that cannot be read, and not something that its code reads."""
    if not isinstance(error, SyntaxError) or not error.lineno or not error.text:
        return False
    return all(frame.f_globals is not namespace for frame, _ in walk_tb(trace))


def plainly(error: SyntaxError, cell: str) -> SyntaxError:
    """The same as Python itself says it: for a cell that ends too early IPython has one text."""
    if error.msg == "incomplete input":
        try:
            compile(cell, "cell", "exec")
        except SyntaxError as plain:
            return plain
        except (ValueError, RecursionError, MemoryError):
            pass
    return error


def card_outside(error: SyntaxError) -> Card | None:
    """Of a line that stands outside of what it belongs into; None of another error."""
    for pattern, what, do in _OUTSIDE:
        if found := re.search(pattern, error.msg or ""):
            return Card(cards.NOT_YET, f"Line {error.lineno} stands outside {what}.",
                        [("next", do.format(found[1]))])
    return None


def card_of_question(cell: str, texts: frozenset[str]) -> Card | None:
    """Of a text without quotes that ends with a question mark, which IPython takes as a question
    to itself: it gives nothing to the name, and no error tells so. None where there is none."""
    for number, line in enumerate(cell.splitlines(), 1):
        if (found := _QUESTION.fullmatch(line)) and found[1] in texts:
            return Card(cards.NOT_YET, f"Line {number} was taken as a call for help.", [
                ("next", f'A text stands between quotes: `{found[1]} = "{found[2]}"`.')])
    return None


def card_of(error: SyntaxError, texts: frozenset[str] = frozenset()) -> Card:
    """Where to look, and for what. `texts` are the names that hold a text in the lessons."""
    line = (error.text or "").strip()[:300]
    return Card(cards.NOT_YET, f"Python cannot read line {error.lineno}, so nothing of this cell "
                "ran.", [("next", _of_line(line, error.msg or "", texts))])


def _of_line(line: str, said: str, texts: frozenset[str]) -> str:
    """What to do: as the line itself tells, or as what Python `said` of it."""
    if said.startswith("invalid") and (found := _BARE_TEXT.fullmatch(line)) and found[1] in texts:
        return f'A text stands between quotes: `{found[1]} = "{found[2]}"`.'
    word = _of_words(line) if said.startswith("invalid syntax") else None
    return word or _of_text(said)


def _of_words(line: str) -> str | None:
    """What to do about the words that a line begins with; None where they are all right."""
    if line.startswith("```"):
        return "This line comes from a page or a chat and is no Python. Take out such lines."
    if re.match(r"else\s+if\b", line):
        return "Python writes `elif` for that."
    own = _ALONE | _WITH_COLON if ":" in line else _ALONE  # without one it may be prose
    if (found := _FIRST_WORD.match(line)) and found[1] not in own:
        word = found[1].lower()
        if word in own:
            return f"Python's own words have small letters: `{word}`."
        near = ([_MEANT[word]] if _MEANT.get(word) in own else
                get_close_matches(word, own, 1, 0.8))
        if near:
            return f"Python does not know `{found[1]}`. It writes `{near[0]}` for that."
    return None


def _of_text(said: str) -> str:
    for pattern, what in _NEXT:
        if found := re.search(pattern, said):
            parts = found.groups()
            more = [_CLOSES.get(part, "") for part in parts[:1]] if len(parts) == 1 else []
            return what.format(*parts, *more)
    return _MISSING
