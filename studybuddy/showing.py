"""Text as it may be shown to a person: no keys, no hidden characters, short, with its length told.

Nothing here knows a model, a run or a setting: who shows a text hands over what is secret.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

MASK = "[key]"
SHORTEST_SECRET = 4  # characters; a shorter one ("none") is no secret and would tear words apart

# What keys of well-known services look like, for those that we were not told of.
_KEYS = re.compile(r"\b(?:sk|gsk|pk|rk|xai|hf|csk|nvapi)[-_][\w*.-]{8,}|\bAIza[\w-]{10,}"
                   r"|\bAQ\.[\w-]{10,}|(?<=Bearer )[^\s'\"]+|(?<=[?&]key=)[^\s&'\"]+")
_JOINERS = "\u200c\u200d"  # several scripts of India, and Persian, are written with these


def mask(text: str, secrets: Iterable[str] = ()) -> str:
    """`text` with each secret, and whatever looks like a key, as `[key]`.

    A secret is also found as it stands in an address, in a Python text and in a JSON text.
    """
    from json import dumps
    from urllib.parse import quote, quote_plus

    # The longest first: a secret may be the beginning of another one.
    for secret in sorted(secrets, key=len, reverse=True):
        if len(secret) >= SHORTEST_SECRET:
            forms = {secret, quote(secret, safe=""), quote_plus(secret), repr(secret)[1:-1],
                     dumps(secret)[1:-1], dumps(secret, ensure_ascii=False)[1:-1]}
            for form in sorted(forms, key=len, reverse=True):
                text = text.replace(form, MASK)
    return _KEYS.sub(MASK, text)


def one_line(text: str) -> str:
    """`text` on one line: white space becomes single blanks, hidden characters become codes.

    So nothing in a tool's result can move a cursor, turn the direction of the text, or hide.
    """
    return "".join(c if c.isprintable() or c in _JOINERS
                   else c.encode("unicode_escape", "backslashreplace").decode()
                   for c in " ".join(text.split()))


def short(text: str, width: int) -> str:
    """`text` on one line, at most its first `width` characters, then its full length in brackets.

    The length counts the characters of `text` as it came.
    """
    line = one_line(text[:20 * width + 1_000])  # of a huge text only the beginning is looked at
    if len(line) <= width and len(text) <= 20 * width + 1_000:
        return line
    return f"{line[:width].rstrip()}... ({len(text):,} characters)"
