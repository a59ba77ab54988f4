"""Which path was meant? Hints for a model that named one that is not there."""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator

from studybuddy.sandbox.paths import PathRefused, is_secret, plain
from studybuddy.sandbox.walk import Folder, quoted

MAX_ENTRIES = 500
"""Entries that are looked at."""
MAX_DEPTH = 6
"""Folders inside each other that are looked at."""
MAX_NAMED = 8
"""Entries of a folder that an error names."""
MAX_HINTS = 3


def tree(folder: Folder) -> list[tuple[tuple[str, ...], bool]]:
    """The files and folders from `folder` down, as (names, is a folder), sorted level by level.

    Links, files with keys, what Python keeps for itself, and names that no path may hold are left
    out.
    """
    found: list[tuple[tuple[str, ...], bool]] = []
    for names, is_folder in _walk(folder, MAX_DEPTH):
        found.append((names, is_folder))
        if len(found) == MAX_ENTRIES:
            break
    return found


def is_asked_for(name: str) -> bool:
    """Whether a path may hold this name, so that a tool can open it."""
    try:
        return plain(name) == (name,)
    except PathRefused:
        return False


def _walk(folder: Folder, depth: int) -> Iterator[tuple[tuple[str, ...], bool]]:
    folders = []
    for name in sorted(entry.name for entry in folder.entries()):
        if is_secret(name) or name == "__pycache__" or not is_asked_for(name):
            continue
        try:
            mode = folder.look(name).st_mode
        except OSError:  # gone meanwhile
            continue
        if stat.S_ISDIR(mode):
            folders.append(name)
        if stat.S_ISDIR(mode) or stat.S_ISREG(mode):
            yield (*folder.names, name), stat.S_ISDIR(mode)
    for name in folders if depth else ():
        try:
            with folder.folder(name) as inner:
                yield from _walk(inner, depth - 1)
        except (OSError, ValueError):
            continue


def meant(allowed: Folder, path: str, *, folder: bool = False) -> str:
    """The path inside the folder that `path` ends with, in words for an error; else empty.

    So "calculator/main.py" inside of calculator, and an absolute path, lead to "main.py".
    `folder` says that the path of a folder is looked for.
    """
    names = tuple(name for name in re.split(r"[/\\]+", path) if name not in ("", ".", ".."))
    there = {found for found, is_folder in tree(allowed) if is_folder == folder}
    for start in range(len(names)):
        if names[start:] in there:
            return f" Use {quoted(*names[start:])}."
    if folder and names and names[-1] == allowed.root.replace("\\", "/").rpartition("/")[2]:
        return ' Use "." for the working folder.'
    return ""


def missing(allowed: Folder, names: tuple[str, ...], *, folder: bool = False) -> str:
    """The sentence for a file or folder that is not there: what it is called, or what is there."""
    said = f"There is no {'folder' if folder else 'file'} {quoted(*names)} in the working folder."
    if hint := meant(allowed, "/".join(names), folder=folder):
        return said + hint
    there = [found for found, is_folder in tree(allowed) if is_folder == folder]
    wanted = names[-1].casefold()
    same = [found for found in there if found[-1].casefold() == wanted]
    if not same:
        from difflib import get_close_matches

        by_name = {"/".join(found).casefold(): found for found in there}
        by_name |= {found[-1].casefold(): found for found in reversed(there)}
        close = get_close_matches("/".join(names).casefold(), by_name, MAX_HINTS, 0.65)
        close += get_close_matches(wanted, by_name, MAX_HINTS, 0.65)
        same = list(dict.fromkeys(by_name[name] for name in close))
    if same:
        return f"{said} Did you mean {' or '.join(quoted(*one) for one in same[:MAX_HINTS])}?"
    if not there:
        return f"{said} It holds no {'folders' if folder else 'files'}."
    shown = ", ".join(quoted(*one) for one in there[:MAX_NAMED])
    more = f" and {len(there) - MAX_NAMED:,} more" if len(there) > MAX_NAMED else ""
    return f"{said} It holds {shown}{more}."
