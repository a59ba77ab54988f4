"""The version before each write, so that a person can take a write back.

The versions lie outside every working folder, so that code that runs in one cannot reach them
where the system's layers hold: in `$XDG_STATE_HOME/studybuddy/undo` (by default ~/.local/state; on
Windows %LOCALAPPDATA%), or, where that cannot be written or lies inside the working folder, in a
private folder of the system's folder for temporary files. They survive the program. For each
working folder the last 50 versions are kept, at most 20 million bytes, and this for the 20 folders
that were used last.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import stat
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

MAX_VERSIONS = 50
MAX_BYTES = 20_000_000
MAX_FOLDERS = 20


class Version(NamedTuple):
    """What stood in a file before a write. `data` is None when there was no file."""

    names: tuple[str, ...]
    data: bytes | None
    mode: int
    written: str  # digest of what the write put there
    kept_in: Path


def digest(data: bytes) -> str:
    """SHA-256 of some bytes, in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def keep(root: str, names: tuple[str, ...], data: bytes | None, mode: int,
         written: bytes) -> Path:
    """Keep what stands in a file before it is replaced. Raises OSError when no place can be had."""
    place = _place(root)
    place.mkdir(mode=0o700, exist_ok=True)
    head = {"names": names, "mode": mode, "written": digest(written), "new": data is None}
    # In the order of time, also when two versions come within one tick of the clock.
    made = place / f"{time.time_ns():020d}-{len(os.listdir(place)):06d}.version"
    with open(made, "xb", opener=_private) as file:
        file.write(json.dumps(head).encode("ascii") + b"\n" + (data or b""))
    with suppress(OSError):  # another program may tidy up as well
        _forget_old(place)
    return made


def last(root: str, names: tuple[str, ...] | None = None) -> Version | None:
    """The version that was kept last, of this file or of any; None when there is none."""
    try:
        kept = sorted(_place(root).glob("*.version"), reverse=True)
    except OSError:
        return None
    for path in kept:
        try:
            head, _, data = path.read_bytes().partition(b"\n")
            known = json.loads(head)
            found = Version(tuple(known["names"]), None if known["new"] else data,
                            int(known["mode"]), str(known["written"]), path)
        except (OSError, ValueError, KeyError, TypeError):  # torn by a crash
            continue
        if names is None or found.names == names:
            return found
    return None


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _place(root: str) -> Path:
    """The folder for the versions of one working folder; the folder above it is there."""
    inside = Path(root)
    for base, is_shared in _bases():
        with suppress(OSError):
            base.mkdir(mode=0o700, parents=True, exist_ok=True)
            real = base.resolve()
            if real.is_relative_to(inside) or (is_shared and not _is_mine(base)):
                continue
            if os.access(real, os.W_OK):
                return real / digest(os.fsencode(root))[:24]
    raise OSError("no place for old versions")


def _bases() -> list[tuple[Path, bool]]:
    """Places to try, and whether other users of the machine can write beside them."""
    found = []
    state = next((place for name in ("XDG_STATE_HOME", "LOCALAPPDATA")
                  if os.path.isabs(place := os.environ.get(name, ""))), None)
    with suppress(RuntimeError):  # there is no home
        home = Path(state or Path.home() / ".local" / "state")
        found.append((home / "studybuddy" / "undo", False))
    who = os.getuid() if hasattr(os, "getuid") else "all"
    found.append((Path(tempfile.gettempdir()) / f"studybuddy-undo-{who}", True))
    return found


def _is_mine(folder: Path) -> bool:
    """Whether a folder that others could have put there is ours alone."""
    if not hasattr(os, "getuid"):
        return True  # on Windows the folder for temporary files is the user's own
    known = folder.lstat()
    return (stat.S_ISDIR(known.st_mode) and known.st_uid == os.getuid()
            and not known.st_mode & 0o077)


def _forget_old(place: Path) -> None:
    kept = sorted(place.glob("*.version"), reverse=True)
    total = 0
    for number, path in enumerate(kept):
        total += path.stat().st_size
        if number and (number >= MAX_VERSIONS or total > MAX_BYTES):  # the newest always stays
            path.unlink()
    others = sorted((one for one in place.parent.iterdir() if one != place),
                    key=lambda one: one.stat().st_mtime, reverse=True)
    for one in others[MAX_FOLDERS - 1:]:
        shutil.rmtree(one, ignore_errors=True)
