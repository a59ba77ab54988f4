"""What strangers wrote, without keys and of a length that can be shown while a learner waits."""

from __future__ import annotations

from typing import Any

from studybuddy import trace
from studybuddy.agent import Run
from studybuddy.showing import mask

MAX_SHOWN = 200_000
"""Characters of a text that are shown at all, with the full length behind them."""
_LAST = 5_000  # characters before a cut that are dropped: half of a key is found by nobody


def cut_long(text: str) -> str:
    """`text`, or its first `MAX_SHOWN` characters and how long it was."""
    return text if len(text) <= MAX_SHOWN else text[:MAX_SHOWN] + _told(text)


def masked_short(run: Run | None, value: Any) -> Any:
    """`trace.masked` of a text, or of dicts and lists of texts, each text as long as is shown.

    To look for keys in all of a text of 10 MB takes a second, and a panel is drawn often.
    """
    return hidden(value, trace.secrets_of(run))


def hidden(value: Any, secrets: tuple[str, ...]) -> Any:
    """The same for these secrets: to find out which there are, files are looked for."""
    if isinstance(value, str):
        if len(value) <= MAX_SHOWN:
            return trace.hide(value, secrets)
        return trace.hide(value[:MAX_SHOWN], secrets)[:-_LAST] + _told(value)
    if isinstance(value, dict):
        return {mask(key, secrets): hidden(part, secrets) for key, part in value.items()}
    return [hidden(part, secrets) for part in value] if isinstance(value, list) else value


def _told(text: str) -> str:
    return f"\n\n[... The text is cut here. It has {len(text):,} characters.]"
