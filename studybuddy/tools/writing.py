"""Writing a file in one move: there is the old text or the new one, never a half."""

from __future__ import annotations

import os
from contextlib import suppress
from secrets import token_hex
from typing import NamedTuple

from studybuddy.sandbox.paths import PathRefused
from studybuddy.sandbox.walk import Folder, quoted
from studybuddy.tools import versions

MAX_WRITTEN = 1_000_000
"""Characters of one write."""
MAX_REPLACED = 10_000_000
"""Bytes of a file that is replaced; a larger one cannot be kept for undo."""


class Old(NamedTuple):
    """What stands in a file: its bytes, its mode, and its owner (user, group)."""

    data: bytes
    mode: int
    owner: tuple[int, int]


def to_bytes(content: object) -> bytes:
    """The bytes of a text, as UTF-8 and with the line ends that it has. Raises PathRefused."""
    if not isinstance(content, str):
        raise PathRefused("content must be a text: the whole new text of the file.")
    if len(content) > MAX_WRITTEN:
        raise PathRefused(f"content has {len(content):,} characters. "
                          f"Write at most {MAX_WRITTEN:,}.")
    if "\0" in content:
        raise PathRefused("content holds a NUL, which no text file has. Leave it out.")
    try:
        return content.encode("utf-8")
    except UnicodeEncodeError as error:
        raise PathRefused("content holds half of a character (half of a surrogate pair, at place "
                          f"{error.start:,}), which no file can hold. Send it again "
                          "without.") from None


def read_old(parent: Folder, name: str) -> Old | None:
    """The file that a write would replace, or None. What may not be written is refused here."""
    try:
        # To write as well: a file that is closed to us must not be replaced behind its owner's
        # back, although the folder's rights would allow that.
        descriptor, known = parent.open(name, os.O_RDWR)
    except FileNotFoundError:
        return None
    with open(descriptor, "rb") as file:
        if known.st_size > MAX_REPLACED:
            raise PathRefused(f"{quoted(*parent.names, name)} has {known.st_size:,} bytes. A file "
                              f"of over {MAX_REPLACED:,} cannot be kept for undo, so it is not "
                              "replaced.")
        data = file.read(MAX_REPLACED + 1)
    return Old(data, known.st_mode & 0o777, (known.st_uid, known.st_gid))


def put(parent: Folder, name: str, data: bytes, like: Old | None) -> None:
    """Put `data` in a new file beside, wait until it is on disk, and move it to its place.

    Mode and owner stay those of the file that it replaces. A link that came to this name meanwhile
    is itself replaced; what it points to is not touched.
    """
    beside = f".{token_hex(8)}.new"
    try:
        with open(parent.create(beside, 0o666 if like is None else like.mode & 0o700),
                  "wb") as file:
            file.write(data)
            if like is not None:
                _make_like(file.fileno(), like)
            file.flush()
            os.fsync(file.fileno())
        parent.replace(beside, name)
    except BaseException:
        with suppress(OSError):
            parent.remove(beside)
        raise


def put_and_keep(parent: Folder, name: str, data: bytes, old: Old | None) -> bool:
    """The same, with the version before kept for undo; whether it could be kept."""
    kept = None
    with suppress(OSError):
        kept = versions.keep(parent.root, (*parent.names, name), old and old.data,
                             old.mode if old else 0, data)
    try:
        put(parent, name, data, old)
    except BaseException:
        if kept is not None:
            kept.unlink(missing_ok=True)
        raise
    return kept is not None


def _make_like(descriptor: int, like: Old) -> None:
    if hasattr(os, "fchown"):
        mine = os.fstat(descriptor)
        if (mine.st_uid, mine.st_gid) != like.owner:
            with suppress(PermissionError):  # only root gives files away
                os.fchown(descriptor, *like.owner)
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, like.mode)
