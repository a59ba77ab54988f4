"""What the texts of a question may hold: rules that no type can state.

Nothing is repaired here, since a repaired option would be a guess. The one thing that is taken
away are the letters in front of all four options, which say nothing.
"""

from __future__ import annotations

import re
import unicodedata

OPTIONS = 4
"""Options of a question."""

_CONTROL_NAMES = {"\t": "a tab", "\f": "a form feed", "\b": "a backspace",
                  "\r": "a carriage return", "\0": "a NUL"}
_BACKSLASH = 'Write each backslash of a formula twice in JSON, such as "\\\\frac"'

# \nabla with one backslash is a new line and "abla". Some of the rests are words or names of
# variables too; these count only behind a blank or a sign, or in a text that holds a formula.
_NEWLINE_LATEX = re.compile(
    r"\n(?:abla|eq|leq|geq|otin|exists|earrow|warrow|subseteq|onumber)(?![a-z])"
    r"|(?<=[ $({=])\n(?:e|eg|i|u|ot|mid|parallel|less|leftarrow|rightarrow)(?![a-z])")
_NEWLINE_IN_FORMULA = re.compile(r"\n(?:e|eg|i|u|ot|mid|parallel|less)(?![a-z])")
_FORMULA = re.compile(r"\$|\\[a-zA-Z]|[\^_]\{")

_LABEL = re.compile(r"\s*[(\[]?([A-Da-d]|[1-4])\s*(?:[.):\]]|\s-)\s+(?=\S)")
_LABEL_ROWS = ("ABCD", "abcd", "1234")
_ONLY_LABEL = re.compile(r"[(\[]?\s*[a-d]\s*[)\].:]*", re.IGNORECASE)


def problems(question: str, options: list[str], explanation: str = "") -> list[str]:
    """What is wrong with the texts of one question: sentences, none for a good question."""
    found = [f"the {name} holds {fault}" for name, text in
             (("question", question), ("explanation", explanation))
             if (fault := control_fault(text))]
    if not re.search(r"[^\W_]", question):
        found.append("the question holds no words")
    for number, option in enumerate(options, 1):
        if fault := control_fault(option):
            found.append(f"option {number} holds {fault}")
        elif not tidy(option):
            found.append(f"option {number} is blank")
        elif _ONLY_LABEL.fullmatch(option.strip()):
            found.append(f"option {number} is only a letter; write the answer itself")
    seen: dict[str, int] = {}
    for number, option in enumerate(options, 1):
        first = seen.setdefault(tidy(option), number)
        if first != number and tidy(option):
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
    if _NEWLINE_LATEX.search(text) or (
            _FORMULA.search(text) and _NEWLINE_IN_FORMULA.search(text)):
        return f"a new line in the middle of a formula. {_BACKSLASH}"
    return ""


def tidy(text: str) -> str:
    """A text as a reader takes it, to compare: without case, width, blanks, and what hides.

    Superscripts stay what they are: 10\u00b2 is not 102.
    """
    letters = [letter if unicodedata.decomposition(letter).startswith(
        ("<super>", "<sub>", "<fraction>")) else unicodedata.normalize("NFKC", letter)
        for letter in unicodedata.normalize("NFC", text)
        if unicodedata.category(letter) not in ("Cf", "Cc") or letter.isspace()]
    line = " ".join("".join(letters).casefold().split())
    return line.rstrip(" .") or line


def without_labels(options: list[str]) -> list[str]:
    """The options without "A)", "B)", ... where all four carry them in this order."""
    found = [_LABEL.match(option) for option in options]
    row = "".join(match[1] for match in found if match)
    if row not in _LABEL_ROWS or len(options) != OPTIONS:
        return options
    return [option[match.end():] for option, match in zip(options, found, strict=True) if match]


def mixed_labels(options: list[str]) -> bool:
    """Whether all options carry a letter or number, each once, but in another order."""
    row = [match[1] for option in options if (match := _LABEL.match(option))]
    return len(row) == len(options) and any(
        sorted(row) == sorted(labels) and row != list(labels) for labels in _LABEL_ROWS)
