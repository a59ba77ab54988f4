"""What stands round a label and says nothing: emphasis, brackets, bullets, what nobody sees.

A sign that may say something is none of it: the minus in "A-", the quotation mark in "A'", the dot
in ".a", the marks round a small letter that is a name in code.
"""

from __future__ import annotations

import re
import unicodedata

from studybuddy.showing import UNSEEN

LONGEST = 60
"""Characters of a text with a label and decoration; what is longer is left as it is."""

_EMPHASIS = "*_~`"
_DASHES = "-\u2010-\u2015\u2212"
# Bullets and dashes are none where they touch the letter: "-a" is an option of a command.
_BULLET = (rf"[{_DASHES}+#>\u00b7\u2022\u2023\u2043\u2190-\u21ff\u25a0-\u25ff\u2605\u2606"
           r"\u2713\u2714]")
_BEFORE = re.compile(rf"(?:\s|[{_EMPHASIS}(\[\u3008\u300a\u300c\u300e\u3010]|{_BULLET}+(?=\s))+")
_BEHIND = re.compile(rf"(?:\s|[{_EMPHASIS})\].:,;|\u3001\u3002\u3009\u300b\u300d\u300f\u3011]"
                     rf"|(?<=\s)[{_DASHES}=>\u2190-\u21ff]+)+\Z")
_PAIRED = re.compile(r"\"(.+)\"|'(.+)'|\u201c(.+)\u201d|\u201e(.+)[\u201c\u201d]|\u2018(.+)\u2019"
                     r"|\u00ab(.+)\u00bb")
_NAME = re.compile(r"`[a-z]`|\"[a-z]\"|'[a-z]'")  # of a variable, or a text of one letter


def seen_only(text: str) -> str:
    """A text without what nobody sees, its digits as 0 to 9, and ")" for a ring round a letter."""
    letters = []
    for letter in UNSEEN.sub("", text):
        category = unicodedata.category(letter)
        if category == "Nd":
            letters.append(str(unicodedata.decimal(letter)))
        elif category != "Cf":
            letters.append(")" if category == "Me" else letter)
    return "".join(letters)


def undecorated(text: str) -> str:
    """What is left of `seen_only(text)` on one line, without decoration at its ends."""
    text, before = " ".join(seen_only(text).split()), ""
    while text != before and len(text) <= LONGEST and not _NAME.fullmatch(text):
        before = text
        if found := _BEFORE.match(text):
            text = text[found.end():]
        text = _BEHIND.sub("", text)
        if paired := _PAIRED.fullmatch(text):
            text = paired[paired.lastindex or 0]
    return text
