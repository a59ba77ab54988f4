"""A file that is written back as it was shown: codes in the place of its own characters.

A reader is shown a hidden character as `<U+200B>`, and a byte that is no UTF-8 as U+FFFD. A model
that changes one line sends the rest as it saw it; the file would then hold the codes. Only the
model knows what it means, so the write is refused.
"""

from __future__ import annotations

import re
from json import dumps

from studybuddy.sandbox.paths import PathRefused
from studybuddy.tools.filetext import NotText, decode, unreadable

_CODE = re.compile(r"<U\+([0-9A-F]{4,6})>")  # as `showing.show_hidden` writes it


def look(path: str, content: str, old: bytes | None) -> None:
    """Raise PathRefused where `content` holds codes for what stands in the file of bytes `old`.

    A code that the file itself holds as often is a text like any other. `path` is for the
    sentence.
    """
    if old is None or "\ufffd" not in content and not _CODE.search(content):
        return
    try:
        text, _ = decode(old)
    except NotText:
        return
    for code in sorted({found[0] for found in _CODE.finditer(content)}):
        number = int(code[3:-1], 16)
        if number <= 0x10FFFF and chr(number) in text and content.count(code) > text.count(code):
            raise PathRefused(
                f"content holds {code}, which only shows a hidden character of {path}. Write the "
                f"character itself, in JSON {dumps(chr(number))}, or leave it out.")
    lost = unreadable(old, text)
    if lost and content.count("\ufffd") > text.count("\ufffd") - lost:
        raise PathRefused(
            f"content holds \ufffd, which stands for a character of {path} that could not be read. "
            "Write the character that is meant, or leave it out.")
