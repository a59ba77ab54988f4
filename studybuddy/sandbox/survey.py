"""What a folder holds, found by one walk that no link leads astray.

The layers links, keys, budget and planted look at it; by itself it stops nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from stat import S_ISDIR, S_ISLNK, S_ISREG

from studybuddy.sandbox.paths import is_secret

MOST = 50_000  # entries; beyond that the walk ends
LONGEST = 3_000  # characters of a path; a system takes 1,024 or 4,096


@dataclass
class Survey:
    """`files` counts everything but the folder itself, `bytes` what it takes on the disk.

    `linked` has the files that have a second name somewhere, `secret` those whose name begins
    with .env, `links` the symbolic links, `hidden` the folders that could not be listed ("" is the
    folder itself), all as relative paths. `marks` has, for the watched files, what changes when
    they do. `whole` is False where the walk ended early, at MOST entries.
    """

    files: int = 0
    bytes: int = 0
    linked: list[str] = field(default_factory=list)
    secret: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    hidden: set[str] = field(default_factory=set)
    marks: dict[str, tuple] = field(default_factory=dict)
    whole: bool = True


def survey(folder: str, watch: Callable[[str], bool] | None = None) -> Survey:
    """Walk through `folder`. `watch` is asked for each file, by its relative path with `/`."""
    found = Survey()
    waiting = [""]
    while waiting:
        place = waiting.pop()
        path = os.path.join(folder, place)
        if len(path) > LONGEST:
            found.hidden.add(place)
            continue
        try:
            with os.scandir(path) as entries:
                for entry in entries:
                    found.files += 1
                    if found.files > MOST:
                        found.whole = False
                        return found
                    name = f"{place}/{entry.name}" if place else entry.name
                    if _is_folder(entry, name, found, watch):
                        waiting.append(name)
        except FileNotFoundError:  # gone since it was seen
            continue
        except OSError:
            found.hidden.add(place)
    return found


def _is_folder(entry: os.DirEntry, name: str, found: Survey,
               watch: Callable[[str], bool] | None) -> bool:
    """Count one entry; True if it is a folder, whose own entries are to be counted too."""
    try:
        # On Windows the entry's own answer leaves the number of links out.
        status = entry.stat(follow_symlinks=False) if os.name == "posix" else os.lstat(entry.path)
    except OSError:  # gone since it was seen
        return False
    if S_ISDIR(status.st_mode):
        return True
    blocks = getattr(status, "st_blocks", None)
    found.bytes += status.st_size if blocks is None else blocks * 512
    if S_ISREG(status.st_mode) and status.st_nlink > 1:
        found.linked.append(name)
    if S_ISLNK(status.st_mode):
        found.links.append(name)
    if is_secret(entry.name):
        found.secret.append(name)
    if watch is not None and watch(name):
        found.marks[name] = (status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
    return False
