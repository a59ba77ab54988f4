"""Has the package changed on disk since this Python loaded it? Then old code answers."""

from __future__ import annotations

import os
import sys

_loaded: dict[str, tuple[int, int]] = {}


def remember() -> None:
    """Keep the state of each loaded file of the package, at its first sight."""
    for path in _files():
        if path not in _loaded and (state := _state(path)) is not None:
            _loaded[path] = state


def changed() -> bool:
    """Whether a file that was remembered is another one now, or is gone."""
    return any(_state(path) != state for path, state in _loaded.items())


def _files() -> list[str]:
    return [path for name, module in list(sys.modules.items())
            if name.partition(".")[0] == "studybuddy"
            and isinstance(path := getattr(module, "__file__", None), str)]


def _state(path: str) -> tuple[int, int] | None:
    """When a file was written and its size in bytes; None when there is none."""
    try:
        known = os.stat(path)
    except OSError:
        return None
    return known.st_mtime_ns, known.st_size
