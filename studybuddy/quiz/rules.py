"""What the texts of a question may hold: rules that no type can state.

Nothing is repaired here, since a repaired option would be a guess.
"""

from __future__ import annotations

import re
import unicodedata

from studybuddy.quiz.bare import bare_labels
from studybuddy.quiz.decoration import undecorated
from studybuddy.quiz.labels import TOKEN, WORD, without_label
from studybuddy.showing import UNSEEN

OPTIONS = 4
"""Options of a question."""

_CONTROL_NAMES = {"\t": "a tab", "\f": "a form feed", "\b": "a backspace",
                  "\r": "a carriage return", "\0": "a NUL"}
_BACKSLASH = 'Write each backslash of a formula twice in JSON, such as "\\\\frac"'

_TURNED = "\u202d\u202e"  # overrides, which show the letters behind them in another order

# \nabla with one backslash is a new line and "abla". Some of the rests are words or names of
# variables too; these count only where no line can have ended.
_NEWLINE_LATEX = re.compile(
    r"\n(?:abla|atural|eq|exists|[gl]eq(?:q|slant)?|earrow|warrow|ew(?:command|line)|olimits"
    r"|onumber|otin|preceq|succeq|su[bp]seteqq?|shortmid|shortparallel"
    r"|triangle(?:left|right)(?:eq)?|[vV][dD]ash|(?:Left|Right|Leftright|leftright)arrow)(?![a-z])"
    r"|\n(?:cong|gtr|prec|sim|succ)(?![a-z]|\s*=)")
_NEWLINE_WORD = re.compile(
    r"\n(?:e|eg|i|u|ot|mid|parallel|less|leftarrow|rightarrow)(?![a-z])")
_FORMULA = re.compile(r"\$|\\[a-zA-Z]|[\^_]\{")
_OPERAND = re.compile(r"(?:^|\W)[^\W\d_]\Z")
_GOES_ON = re.compile(r"[ \t]+(?![-+*/%]?=)[\w\\({]")

_ONLY_LABEL = re.compile(rf"{WORD}[\s*_~`:.([-]*{TOKEN}", re.IGNORECASE)
_GAP = re.compile(r"\.{2,}|\u2026|[<\[{][^<>\[\]{}]*\b(?:option|answer|choice|question)s?"
                  r"[ _-]*(?:[0-9a-d]|one|two|three|four|text|here)[>\]}]", re.IGNORECASE)
_ONLY_BRACKETS = re.compile(r"[<\[{][^<>\[\]{}]*[>\]}]")
_QUOTES = str.maketrans("\u201c\u201d\u201e\u2018\u2019", "\"\"\"''")


def problems(question: str, options: list[str], explanation: str = "") -> list[str]:
    """What is wrong with the texts of one question: sentences, none for a good question."""
    found = [f"the {name} holds {fault}" for name, text in
             (("question", question), ("explanation", explanation))
             if (fault := control_fault(text))]
    if not re.search(r"[^\W_]", UNSEEN.sub("", question)) or (
            _ONLY_BRACKETS.fullmatch(question.strip())):
        found.append("the question holds no words")
    if labels := bare_labels(options):
        found.append(f"the options are only {labels}; write the answers themselves")
    for number, option in enumerate(options, 1):
        if fault := control_fault(option):
            found.append(f"option {number} holds {fault}")
        elif not _seen(option):
            found.append(f"option {number} is blank")
        elif option.lstrip(" \t").startswith("\n"):
            found.append(f"option {number} begins with a new line. {_BACKSLASH}")
        elif _ONLY_LABEL.fullmatch(undecorated(unicodedata.normalize("NFKC", option))):
            found.append(f"option {number} is only a label; write the answer itself")
        elif _GAP.fullmatch(option.strip()):
            found.append(f"option {number} is a gap that nobody filled")
    seen: dict[str, int] = {}
    for number, option in enumerate(options, 1):
        first = seen.setdefault(tidy(without_label(option)), number)
        if first != number and _seen(option):
            found.append(f"options {first} and {number} are equal")
    return found


def control_fault(text: str) -> str:
    """The character in a text that cannot be meant, in words; "" when there is none."""
    for letter in text:
        category = unicodedata.category(letter)
        if category == "Cs":
            return "half of a broken character"
        if category == "Cc" and letter != "\n":
            name = _CONTROL_NAMES.get(letter, f"the control character U+{ord(letter):04X}")
            return f"{name}. {_BACKSLASH}" + (
                ", and blanks for a tab" if letter == "\t" else "")
        if letter in _TURNED:
            return f"U+{ord(letter):04X}, which turns the order of the letters; leave it out"
    if _NEWLINE_LATEX.search(text) or any(
            _in_formula(text, found) for found in _NEWLINE_WORD.finditer(text)):
        return f"a new line in the middle of a formula. {_BACKSLASH}"
    return ""


def _in_formula(text: str, found: re.Match[str]) -> bool:
    """Whether the new line of \\ne, \\i, ... stands where no line ends."""
    before, after = text[:found.start()], text[found.end():]
    if before[-1:] in tuple(" $({=") or before.count("$") % 2 and "$" in after:
        return True
    if _FORMULA.search(text) and before[-1:] not in tuple("\n.:;?!"):
        return True
    return bool(_OPERAND.search(before) and _GOES_ON.match(after))  # "x", a new line, "e y"


def _seen(text: str) -> bool:
    """Whether a reader sees anything: a letter, a digit or a sign."""
    return any(unicodedata.category(letter)[0] in "LNPS" for letter in UNSEEN.sub("", text))


def tidy(text: str) -> str:
    """A text as a reader takes it, to compare: without case, width, blanks, kinds of quotation
    marks, and what hides.

    Superscripts stay what they are: 10\u00b2 is not 102.
    """
    letters = [letter if unicodedata.decomposition(letter).startswith(
        ("<super>", "<sub>", "<fraction>")) else unicodedata.normalize("NFKC", letter)
        for letter in unicodedata.normalize("NFC", UNSEEN.sub("", text).translate(_QUOTES))
        if unicodedata.category(letter) not in ("Cf", "Cc") or letter.isspace()]
    line = " ".join("".join(letters).casefold().split())
    return line.rstrip(" .") or line
