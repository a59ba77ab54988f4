"""What a running process holds that its folder does not show (Linux): threads, nameless files.

The layer budget counts it; by itself it stops nothing.
"""

from __future__ import annotations

import os
from stat import S_ISREG

from studybuddy.sandbox import rlimits


def threads(pid: int) -> list[str]:
    """The numbers of the process's threads; empty on another system, or when it has ended."""
    try:
        return os.listdir(f"/proc/{pid}/task")
    except OSError:
        return []


def nameless(folder: str, pid: int, tasks: list[str]) -> int:
    """Bytes of the files that the process keeps open or mapped after it removed their names.

    Each thread is asked: one may have open files of its own, and the first one may be over while
    others go on.
    """
    kept: dict[int, int] = {}
    for task in tasks:
        kept |= _open(f"/proc/{pid}/task/{task}/fd")
    for task in tasks:
        if mapped := _mapped(f"/proc/{pid}/task/{task}/maps", folder):
            kept = mapped | kept  # an open file tells its true size
            break  # threads share their memory
    return sum(kept.values())


def _open(place: str) -> dict[int, int]:
    """Bytes on the disk of each nameless file that is open, by its number (inode)."""
    kept = {}
    try:
        with os.scandir(place) as entries:
            for entry in entries:
                try:
                    status = entry.stat()
                except OSError:  # closed since it was seen
                    continue
                if S_ISREG(status.st_mode) and status.st_nlink == 0:
                    kept[status.st_ino] = status.st_blocks * 512
    except OSError:  # it has just ended
        pass
    return kept


def _mapped(maps: str, folder: str) -> dict[int, int]:
    """The same for files that are mapped. How large one is does not show, so it counts as the
    largest that rlimits allows."""
    kept: dict[int, int] = {}
    inside = os.fsencode(os.path.join(folder, ""))
    try:
        with open(maps, "rb") as lines:
            for line in lines:
                # address permissions offset device inode path, see proc_pid_maps(5)
                if line.endswith(b" (deleted)\n"):
                    span, _, offset, _, inode, path = line.split(None, 5)
                    if path.startswith(inside):
                        begin, end = (int(one, 16) for one in span.split(b"-"))
                        kept[int(inode)] = max(kept.get(int(inode), rlimits.FILE),
                                               int(offset, 16) + end - begin)
    except OSError:
        pass
    return kept
