"""Letters and numbers in front of options: "A)", "**b.**", "Option 3:", "ii)", in many scripts.

Where all four options carry them in their order, they say nothing and are taken away. In another
order they name other options than their places do.
"""

from __future__ import annotations

import re

from studybuddy.quiz.series import LETTERS, RINGED, ROWS

WORD = r"(?:option|answer|choice|antwort|\u0935\u093f\u0915\u0932\u094d\u092a)"
_RING = f"[{''.join(RINGED)}]"
_OTHERS = "".join(letter for row in LETTERS[1:] for letter in row)
TOKEN = rf"(?:i{{1,3}}|iv|[a-h]|[0-9]|[{_OTHERS}]|{_RING})"
"""What a label is made of: a letter, a digit, a small Roman number."""

_LABEL = re.compile(
    rf"[^\S\n]*(?:\*\*|__)?(?:(?P<word>{WORD})[^\S\n]+)?[(\[]?(?P<token>{TOKEN})(?:\*\*|__)?"
    rf"(?:(?P<sign>[)\]]|[.:](?!\d)|(?<={_RING}))(?:\*\*|__)?[^\S\n]*"
    r"|(?:\*\*|__)?[^\S\n]+(?P<dash>[-\u2013\u2014])[^\S\n]+"
    r"|(?P<nothing>(?:\*\*|__)?[^\S\n]+))(?=\S|\n)", re.IGNORECASE)
# Full-width signs, such as U+FF21 and U+FF09, count as their plain ones; the length stays.
_PLAIN = {0xFF00 + code - 0x20: chr(code) for code in range(0x21, 0x7F)}


def label_of(option: str) -> re.Match[str] | None:
    """The label in front of an option, or None: the whole match is it, "token" its letter."""
    found = _LABEL.match(option.translate(_PLAIN))
    if found is None or found["nothing"] and not found["word"] and "**" not in found[0]:
        return None  # "a cat": a word of its own, or an article
    if found[0][-1] in ".:" and option[found.end()].islower():
        return None  # "i.e.", "a.name"
    return found


def without_label(option: str) -> str:
    """The option without a label that can be nothing else: "3. May" may be a date."""
    found = label_of(option)
    if found is None or found["dash"] or found["sign"] in (".", ":") and found["token"].isdigit():
        return option
    return option[found.end():]


def without_labels(options: list[str]) -> list[str]:
    """The options without their labels where all four carry them in the right order."""
    found = [match for option in options if (match := label_of(option))]
    if len(found) != len(options) or _row(found) not in ROWS:
        return options
    return [option[match.end():] for option, match in zip(options, found, strict=True)]


def mixed_labels(options: list[str]) -> bool:
    """Whether all options carry a label, and not each its own."""
    found = [match for option in options if (match := label_of(option))]
    row = _row(found)
    if not options or len(found) != len(options) or row in ROWS:
        return False
    if any(sorted(row) == sorted(right) for right in ROWS):
        return True
    if any(match["dash"] and not re.match(r"[^\W\d_]{3}", option[match.end():])
           for match, option in zip(found, options, strict=True)):
        return False  # "a - b" and "b - a"
    if all(match["word"] or match["sign"] in (")", "]", "") for match in found):
        return True
    # "3. May" and "8. June" are dates; "A: 5" four times speaks of something called A.
    return len(set(row)) > 1 and all(token in "abcde" for token in row)


def _row(found: list[re.Match[str]]) -> tuple[str, ...]:
    return tuple(match["token"].lower() for match in found)
