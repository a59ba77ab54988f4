"""The exclusive lock of a run file, held for the time of one line.

On POSIX it is a lock of the file itself, of its inode: two names of one file (a hard link, a
symbolic link) have one lock, nobody can take it away by removing some other file, and however an
interrupt comes, the lock ends with the descriptor. Windows cannot replace a file that is open, so
there a file beside it is locked (by filelock), which nobody can remove meanwhile.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import BinaryIO

from studybuddy import machine

TYPE_CHECKING = False  # type checkers know this name
if TYPE_CHECKING:
    from filelock import BaseFileLock

GLANCE = 0.005  # seconds between two tries


class LockBusyError(Exception):
    """Another program held the file for the whole time."""


class FileLock:
    """The lock of one file: `acquire` opens the file, `release` closes it. One holder keeps one
    object, so that what an interrupt left open is closed by the next call."""

    def __init__(self, path: str, seconds: float):
        self.path = path
        self.seconds = seconds
        self._file: BinaryIO | None = None
        self._beside: BaseFileLock | None = None  # where the file itself has no lock

    def acquire(self) -> BinaryIO:
        """The file, open to read and write without a buffer. Raises LockBusyError and OSError."""
        self.release()
        end = time.monotonic() + self.seconds
        if not _can_lock_itself():
            self._acquire_beside()
            self._file = open(self.path, "r+b", buffering=0)
            return self._file
        while True:
            self._file = file = open(self.path, "r+b", buffering=0)
            if _locked(file) and _is_at(file, self.path):  # else it was replaced meanwhile
                return file
            self.release()
            if time.monotonic() > end:
                raise LockBusyError
            time.sleep(GLANCE)

    def release(self) -> None:
        """Close the file, and with it the lock. Does nothing where nothing is held."""
        self.close()
        if self._beside is not None:
            self._beside.release(force=True)

    def close(self) -> None:
        """Close the file; a lock beside it is kept."""
        if self._file is not None:
            self._file.close()
        self._file = None  # last: an interrupt before it forgets nothing

    def _acquire_beside(self) -> None:
        if not machine.can_lock_files():
            return
        import filelock

        if self._beside is None:
            self._beside = filelock.FileLock(f"{self.path}.lock", timeout=self.seconds)
        try:
            self._beside.acquire()
        except filelock.Timeout:
            raise LockBusyError from None


def _can_lock_itself() -> bool:
    return os.name == "posix" and machine.can_lock_files()


def _locked(file: BinaryIO) -> bool:
    import fcntl

    with suppress(BlockingIOError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False


def _is_at(file: BinaryIO, path: str) -> bool:
    """Whether this open file is still the one of that name. Raises FileNotFoundError."""
    return os.path.samestat(os.fstat(file.fileno()), os.stat(path))
