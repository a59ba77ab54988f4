"""All the code in a folder that a script there can run, for the text that a person approves.

Whatever could be imported from the folder is digested, however deep it lies and behind whatever
link: when one byte of it changes, the text changes. A folder with more code than MAX_FILES files or
MAX_BYTES bytes cannot be shown in time, so nothing is run in it. What a program reads as data and
then runs is not covered; that it does so stands in its code.
"""

from __future__ import annotations

import os
from stat import S_ISREG

from studybuddy.sandbox import budget, keys, links
from studybuddy.sandbox.paths import PathRefused
from studybuddy.sandbox.survey import Survey, survey
from studybuddy.showing import short
from studybuddy.tools.versions import digest

MAX_FILES = 10_000
"""Files of code in a folder."""
MAX_BYTES = 100_000_000
"""Bytes of code in a folder."""
# What Python imports, and what it finds modules in. A run never looks into __pycache__.
_ENDINGS = (".py", ".pyw", ".pyc", ".so", ".pyd", ".dll", ".dylib", ".zip", ".egg", ".whl", ".pyz")


def is_code(name: str) -> bool:
    """Whether a file can be imported, or hold what can be; `name` is its path with `/`."""
    return name.lower().endswith(_ENDINGS) and "__pycache__" not in name.split("/")


def look(root: str) -> Survey:
    """What the folder holds, its code watched. Raises PathRefused when that is too much to show."""
    found = survey(root, is_code)
    size = sum(mark[1] for mark in found.marks.values())
    if len(found.marks) > MAX_FILES or size > MAX_BYTES:
        raise PathRefused(
            f"The working folder holds {len(found.marks):,} files of code with {size:,} bytes. "
            f"With more than {MAX_FILES:,} files or {MAX_BYTES:,} bytes nothing is run, since "
            "nobody can be shown what it would be. Choose a smaller folder.")
    return found


def fault(found: Survey) -> str:
    """Why `sandbox.run` would run nothing in this folder, as a sentence; empty if it would."""
    return links.fault(found) or keys.fault(found) or budget.fault(found)


def told(root: str, found: Survey, script: str) -> str:
    """The code beside `script`, in one line of sentences with a digest of all of it."""
    parts, read = [], 0
    names = sorted(found.marks.keys() - {script})
    for name in names:
        data, said = _content(os.path.join(root, name), MAX_BYTES - read)
        read += len(data)
        parts += [name, said or digest(data)]
    outside = []
    for name in sorted(found.links):
        path = os.path.join(root, name)
        try:
            parts += [name, f"leads to {os.readlink(path)}"]
        except OSError:
            parts += [name, "leads nowhere"]
        if os.path.isdir(path) and not _is_inside(path, root):
            outside.append(name)
    for name in sorted(found.hidden):
        parts += [name, "is closed"]
    count = {0: "no other Python file", 1: "1 other Python file"}.get(
        len(names), f"{len(names):,} other Python files")
    if not parts:
        return f"The folder holds {count}."
    # No name holds a NUL, so no name can look like two parts.
    whole = digest("\0".join(parts).encode("utf-8", "surrogateescape"))[:16]
    said = f"It can import {count}, SHA-256 of all {whole}."
    for names, means in ((outside, "leads out of the folder, and what lies there is not looked at"),
                         (sorted(found.hidden), "cannot be looked into")):
        if names:
            more = f" and {len(names) - 1:,} more" if len(names) > 1 else ""
            said += f"\nLook first: {short(names[0], 80)}{more} {means}."
    return said


def _content(path: str, room: int) -> tuple[bytes, str]:
    """The bytes of a file, also behind a link, or in words why there are none."""
    try:
        if not S_ISREG(os.stat(path).st_mode):
            return b"", "is no file"  # to open it could wait for ever
        with open(path, "rb") as file:
            data = file.read(room + 1)
    except OSError:
        return b"", "cannot be read"
    if len(data) > room:  # behind links: the sizes of all others were counted
        raise PathRefused("Links in the working folder lead to too much code. Nothing is run.")
    return data, ""


def _is_inside(path: str, root: str) -> bool:
    return os.path.join(os.path.realpath(path), "").startswith(os.path.join(root, ""))
