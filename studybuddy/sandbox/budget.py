"""Layer budget: how much a run may leave on the disk. Works on every system.

Stops: filling the disk with many files, where rlimits bounds each single one. The folder is looked
at every POLL seconds, so a fast program can write somewhat more before it is ended, and what it
wrote stays. On Linux files count too that are open and have no name any more; a folder that cannot
be looked into ends the run. Stops not: writing outside the folder (see landlock).
"""

from __future__ import annotations

import os
from stat import S_ISREG

from studybuddy.sandbox.survey import MOST, Survey, survey

POLL = 0.02  # seconds between two looks
BYTES = 64 << 20  # that a run may add
FILES = 1_000  # files and folders that a run may add


def fault(before: Survey) -> str:
    """Why the folder cannot be watched, as a sentence; empty if it can."""
    if before.whole:
        return ""
    return f"The folder holds more than {MOST:,} files. Choose a smaller folder."


def spent(folder: str, before: Survey, pid: int) -> str:
    """What the run has used up, as the end of "was ended because ..."; empty while it may go on."""
    now = survey(folder)
    if now.files - before.files > FILES:
        return f"it made more than {FILES:,} files"
    if now.hidden - before.hidden:
        return "it made a folder that cannot be looked into"
    if now.bytes + _nameless(pid) - before.bytes > BYTES:
        return f"it wrote more than {BYTES >> 20} MB"
    return ""


def _nameless(pid: int) -> int:
    """Bytes of the files that the process holds open after it removed them (Linux)."""
    total = 0
    try:
        with os.scandir(f"/proc/{pid}/fd") as entries:
            for entry in entries:
                try:
                    status = entry.stat()
                except OSError:  # closed since it was seen
                    continue
                if S_ISREG(status.st_mode) and status.st_nlink == 0:
                    total += status.st_blocks * 512
    except OSError:  # another system, or a process that has just ended
        pass
    return total
