"""What all fuzz targets share."""

from __future__ import annotations

import json
from pathlib import Path


class Target:
    """One thing that is fed with odd input.

    `strategy()` makes the values, `check(value)` raises AssertionError (or whatever the fuzzed code
    let through) when one is not handled as documented. `seconds` is how long one value may take
    before it counts as a hang, and `batch` the number of values between two looks at the clock.
    `known` are values that showed a fault once; they are tried first, each time.
    """

    seconds = 10.0
    batch = 50
    known: tuple = ()

    def __init__(self, folder: Path):
        self.folder = folder

    def strategy(self):
        raise NotImplementedError

    def check(self, value) -> None:
        raise NotImplementedError


def strict(text: str):
    """The value of a strict JSON text: no NaN, and fit to be written as UTF-8."""
    def refuse(word):
        raise AssertionError(f"{word} is no strict JSON")

    assert isinstance(text, str)
    text.encode("utf-8")
    return json.loads(text, parse_constant=refuse)


def require_sentence(text: object, most: int = 2_500) -> None:
    """An error is a text that can be read and sent on."""
    assert isinstance(text, str) and text.strip(), text
    assert len(text) <= most, f"{len(text)} characters of error"
    text.encode("utf-8")
