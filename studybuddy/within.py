"""Does a path lie in a folder? Told by the folders themselves, not by letters: a name can be
written in several ways (links, and on Windows and macOS capital letters)."""

from __future__ import annotations

import os


def lies_in(path: str | os.PathLike, folder: str | os.PathLike) -> bool:
    """Whether `path`, which need not exist, is `folder` or lies in it; False where nobody can tell.

    Links in `path` are followed, and it counts as well where the link itself lies.
    """
    try:
        places = {os.path.abspath(os.fspath(path)), os.path.realpath(path)}
        there = os.stat(folder)
    except (OSError, ValueError):  # no such folder, the current one was deleted, no path at all
        return False
    return any(_is(place, there) for start in places for place in _with_parents(start))


def _with_parents(place: str):
    while True:
        yield place
        parent = os.path.dirname(place)
        if parent == place:
            return
        place = parent


def _is(place: str, there: os.stat_result) -> bool:
    try:
        return os.path.samestat(os.stat(place), there)
    except (OSError, ValueError):
        return False
