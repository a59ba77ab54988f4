"""Layer budget: how much a run may leave on the disk, and how many threads it may have.

Stops: filling the disk with many files, where rlimits bounds each single one; and, on Linux,
threads without end. Works on every system. The folder is looked at every POLL seconds, so a fast
program can write somewhat more before it is ended, and what it wrote stays; after the run it is
looked at once more, and the run says when too much is left. On Linux files count too that are
open or mapped and have no name any more; a folder that cannot be looked into ends the run. Stops
not: writing outside the folder (see landlock).
"""

from __future__ import annotations

from studybuddy.sandbox.holding import nameless, threads
from studybuddy.sandbox.survey import MOST, Survey, survey

POLL = 0.02  # seconds between two looks
BYTES = 64 << 20  # that a run may add
FILES = 1_000  # files and folders that a run may add
THREADS = 64  # of the program at a time; the largest pool that Python makes unasked has 32


def fault(before: Survey) -> str:
    """Why the folder cannot be watched, as a sentence; empty if it can."""
    if before.whole:
        return ""
    return f"The folder holds more than {MOST:,} files. Choose a smaller folder."


def spent(folder: str, before: Survey, pid: int) -> str:
    """What the run has used up, as the end of "was ended because ..."; empty while it may go on."""
    tasks = threads(pid)
    if len(tasks) > THREADS:
        return f"it had more than {THREADS} threads"
    return left(before, survey(folder), nameless(folder, pid, tasks))


def left(before: Survey, now: Survey, more: int = 0) -> str:
    """What is too much in the folder now, with `more` bytes elsewhere, in the same words."""
    if now.files - before.files > FILES:
        return f"it made more than {FILES:,} files"
    if now.hidden - before.hidden:
        return "it made a folder that cannot be looked into"
    if now.bytes + more - before.bytes > BYTES:
        return f"it wrote more than {BYTES >> 20} MB"
    return ""
