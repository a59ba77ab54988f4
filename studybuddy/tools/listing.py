"""What stands in a folder, as data that is bounded and marks what the tools keep closed."""

from __future__ import annotations

import stat

from studybuddy.sandbox.paths import is_secret
from studybuddy.sandbox.walk import Folder, quoted
from studybuddy.tools.nearby import is_asked_for

MAX_ENTRIES = 200
"""Entries of one listing."""
MAX_CHARACTERS = 12_000
"""Characters of all names of one listing."""


def listing(folder: Folder) -> dict:
    """{"files": [...]}, sorted by name, with "message" when not all are named."""
    names = sorted(entry.name for entry in folder.entries() if not is_secret(entry.name))
    files: list[dict] = []
    room = MAX_CHARACTERS
    for name in names[:MAX_ENTRIES]:
        room -= len(name)
        if room < 0:
            break
        files.append(_entry(folder, name))
    answer: dict = {"files": files}
    if len(files) < len(names):
        answer["message"] = (f"These are the first {len(files):,} of {len(names):,} entries. "
                             "The others are not shown.")
    return answer


def _entry(folder: Folder, name: str) -> dict:
    # A name that is no text, or holds a control character, cannot be asked for anyway.
    entry: dict = {"name": quoted(name)[1:-1] if not is_asked_for(name) else name,
                   "size": 0, "is_dir": False}
    try:
        known = folder.look(name)
    except OSError:
        return {**entry, "note": "gone meanwhile"}
    if stat.S_ISDIR(known.st_mode):
        entry["is_dir"] = True
    elif stat.S_ISLNK(known.st_mode):
        entry["note"] = "a link; it is not followed"
    elif not stat.S_ISREG(known.st_mode):
        entry["note"] = "no regular file; it stays closed"
    else:
        entry["size"] = known.st_size
        if known.st_nlink > 1:
            entry["note"] = "has a second name somewhere; it stays closed"
    return entry
