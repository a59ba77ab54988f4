"""What a service adds to a reply: ids, the time, and how many tokens were counted.

All of it follows from the request, so that a lesson prints the same each time it is run.
"""

from __future__ import annotations

import hashlib
import json
import math
import time

CHARACTERS_PER_TOKEN = 4  # the usual rule of thumb for English; a real tokenizer differs
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def tokens(value: object) -> int:
    """Tokens of a text, or of a JSON value as it is written: characters / 4, rounded up."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return math.ceil(len(text) / CHARACTERS_PER_TOKEN)


def made_id(length: int, *sources: object) -> str:
    """Letters and digits that look drawn by chance and follow from `sources`."""
    digest = hashlib.shake_256(repr(sources).encode("utf-8", "replace")).digest(length)
    return "".join(_LETTERS[byte % len(_LETTERS)] for byte in digest)


def now() -> int:
    """Seconds since 1970. Where STUDYBUDDY_TODAY fixes the day, noon (UTC) of that day."""
    import calendar
    import os

    from studybuddy import clock

    if not os.environ.get(clock.VARIABLE):
        return int(time.time())
    try:
        return calendar.timegm((*clock.today().timetuple()[:3], 12, 0, 0))
    except ValueError:
        return int(time.time())
