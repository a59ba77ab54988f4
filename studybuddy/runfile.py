"""A run on disk: one JSON line for each event, appended and synced before the run goes on.

    {"type": "run", "version": 1, "id": "...", "file": 1835022}
    {"type": "message", "message": {"role": "user", "content": "..."}}
    {"type": "message", "message": {"role": "assistant", ...}, "actions": ["c1"], ...}
    {"type": "decision", "id": "c1", "name": "write_file", "approved": true, "bound_to": "...",
     "by": "person", "shown": "...", "effect": "...", "at": "2026-12-05T09:30:00Z", ...}
    {"type": "started", "id": "c1", "name": "write_file"}
    {"type": "void", "id": "c1", "name": "write_file"}
    {"type": "done", "message": {"role": "tool", "tool_call_id": "c1", "content": "..."}}
    {"type": "end", "status": "step_limit"}

A line is written under a short exclusive lock, and only when nobody else has written since this
holder read the file. So two holders of one file never start the same action. No lock is held
between two lines. A last line that was torn by a crash is dropped: what it speaks of had not
begun, because an action begins only after its line is on disk.

`void` takes a decision back: the call would not do any more what was approved. It stands where
`started` would come, or directly behind it, since what an action does is looked at once more when
that line is on disk; either way the action did not begin.

`done` may have a `fault`: what the tool raised, on one line and without keys. It is for the person;
the model reads the message alone.

`file` is the inode that the run was written to. A copy of a run file has another one: it can be
loaded, and an approval in it that was not used counts for the first file only (`is_copy`). A moved
file stays what it is. An older state that is copied back over the same file cannot be told.
"""

from __future__ import annotations

import errno
import json
import math
import os
import stat
import time
from contextlib import contextmanager, suppress
from functools import lru_cache

from studybuddy.runlock import FileLock, LockBusyError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

VERSION = 1
LOCK_SECONDS = 10
KINDS = ("message", "decision", "void", "started", "done", "empty", "end")

TORN = "The last line of the run file was torn by a crash and was dropped."
TIMED = frozenset(("decision", "void", "started", "done"))  # events that say when: the key `at`


class RunFileError(Exception):
    """The file of a run cannot be read or written; the message says what to do.

    `passing` is True where the same may work later: another program holds the file, or the disk
    is full.
    """

    passing = False

    @classmethod
    def for_now(cls, message: str) -> RunFileError:
        """The error, with this message, after which the run can go on: the file is as it was."""
        error = cls(message)
        error.passing = True
        return error

    @classmethod
    def damaged(cls, line: int, path: str | os.PathLike) -> RunFileError:
        """The error for a line (counted from 1) of the file `path` that does not say what it must
        say."""
        return cls(f"Line {line} of {os.path.basename(path)} is damaged, "
                   "so the run cannot go on from it.")


class RunFile:
    """The open end of one run file: `append` writes one event behind the last one.

    `size` is the number of bytes that this holder has read or written. `is_copy` says whether the
    file is a copy of the one that the run was written to.
    """

    def __init__(self, path: str, head: bytes, size: int, is_copy: bool = False):
        self.path = path
        self.size = size
        self.is_copy = is_copy
        self._head = head  # with a random id, so that another run of equal length is told apart
        self._lock = FileLock(path, LOCK_SECONDS)
        self._torn = 0  # bytes of a torn last line behind `size`
        self._writing = False  # an interrupt came between the look at the file and the line's end

    @classmethod
    def create(cls, path: str | os.PathLike, events: list[dict]) -> RunFile:
        """Write `events` as a new file; an older file of that name is replaced in one move.

        Folders on the way are made. A link is followed: the file that it names is replaced.
        """
        path = _absolute(path)
        new = f"{path}.{os.urandom(4).hex()}.new"
        with _errors_told("written", path):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            lock = FileLock(path, LOCK_SECONDS)
            try:
                with open(new, "xb") as file:  # x: never through a link, never over another file
                    head = _line({"type": "run", "version": VERSION, "id": os.urandom(8).hex(),
                                  "file": _inode(file)})
                    size = file.write(head + b"".join(map(_line, events)))
                    _sync(file)
                with suppress(FileNotFoundError):
                    lock.acquire()
                if os.name == "nt":
                    lock.close()  # an open file cannot be replaced there
                os.replace(new, path)
                _sync_folder(path)
            finally:
                _remove(new)
                lock.release()
        return cls(path, head, size)

    @classmethod
    def open(cls, path: str | os.PathLike) -> tuple[RunFile, list[dict], list[str]]:
        """Read a run file: (its open end, its events, notes on what was dropped).

        The file is left as it is: call `cut_torn` when the events can be used."""
        path = _absolute(path)
        whole, torn, inode = _content(path)
        head, *events = _events(whole, path)
        run_file = cls(path, whole[:whole.index(b"\n") + 1], len(whole),
                       is_copy=not inode or head.get("file") != inode)
        run_file._torn = len(torn)
        return run_file, events, [TORN] if torn else []

    def is_at(self, path: str | os.PathLike) -> bool:
        """Whether this is the file at `path`."""
        return os.path.normcase(self.path) == os.path.normcase(_absolute(path))

    def verify(self) -> None:
        """Raise RunFileError when somebody else has written since this holder read the file."""
        with self._locked("read") as file:
            self._require_mine(file)

    def append(self, event: dict) -> None:
        """Write one event and wait until it is on disk.

        Raises RunFileError when the run was continued elsewhere, or the disk refuses. After an
        interrupt `holds` says whether the event was written.
        """
        line = _line(event)
        with self._locked("written") as file:
            self._require_mine(file)
            self._writing = True
            if file.write(line) != len(line):
                file.truncate(self.size)
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            self.size += len(line)
            self._writing = False
            os.fsync(file.fileno())

    def holds(self, event: dict, size: int) -> bool:
        """Whether this event stands at the place `size`, where its `append` was interrupted."""
        line = _line(event)
        if self._writing:
            with self._locked("read") as file:
                file.seek(size)
                if file.read(len(line)) == line:
                    self.size = size + len(line)
        self._writing = False
        return self.size == size + len(line)

    @contextmanager
    def _locked(self, what: str) -> Iterator[IO[bytes]]:
        """The file, for nobody else; `what` is done with it (read, written)."""
        with _errors_told(what, self.path):
            try:
                yield self._lock.acquire()
            finally:
                self._lock.release()

    def _require_mine(self, file: IO[bytes]) -> None:
        head = file.read(len(self._head))
        if head != self._head or file.seek(0, os.SEEK_END) != self.size:
            raise RunFileError(
                f"{os.path.basename(self.path)} was continued elsewhere, so nothing was "
                "done here. Load it again to go on.")

    def cut_torn(self) -> None:
        """Take a torn last line off the file, unless somebody has written since."""
        if not self._torn:
            return
        with self._locked("written") as file:
            if file.seek(0, os.SEEK_END) == self.size + self._torn:
                file.truncate(self.size)
                _sync(file)
        self._torn = 0


def read(path: str | os.PathLike) -> tuple[list[dict], list[str]]:
    """The events of a run file and notes on what was dropped. The file is left as it is.

    Raises RunFileError when it cannot be read.
    """
    path = _absolute(path)
    whole, torn, _ = _content(path)
    return _events(whole, path)[1:], [TORN] if torn else []


def now() -> str:
    """The time for `at`: UTC in ISO 8601, to the second."""
    return _as_text(int(time.time()))


@lru_cache(maxsize=1)  # many events fall into one second, and the writing would be felt in a loop
def _as_text(second: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(second))


def _absolute(path: str | os.PathLike) -> str:
    """The path as it is meant now, of the file itself: a later change of the current folder, or
    of a link on the way, changes nothing."""
    name = os.fsdecode(path)
    if not name or "\0" in name:
        raise RunFileError("A run needs the name of a file, such as run.jsonl.")
    return os.path.realpath(name)


@contextmanager
def _errors_told(what: str, path: str) -> Iterator[None]:
    """Turn what the system reports into a RunFileError with a sentence."""
    try:
        yield
    except LockBusyError:
        raise RunFileError.for_now(
            f"{os.path.basename(path)} is in use by another program. Try again when that has "
            "ended.") from None
    except OSError as error:
        raise _cannot(what, path, error) from None
    except ValueError:  # a name that this system cannot hold
        raise RunFileError(f"{os.path.basename(path)!r} is no name for a file here. Use one such "
                           "as run.jsonl.") from None


def _line(event: dict) -> bytes:
    # ASCII: a half of a surrogate pair in a model's text must not stop the run.
    try:
        return json.dumps(event, allow_nan=False).encode("ascii") + b"\n"
    except (TypeError, ValueError, RecursionError):
        raise RunFileError("This step holds something that JSON cannot hold.") from None


def _content(path: str) -> tuple[bytes, bytes, int]:
    """(the whole lines of the file, what stands behind the last of them, the file's inode)"""
    with _errors_told("read", path):
        mode = os.stat(path).st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):  # a device has no end, a pipe no start
            raise RunFileError(f"{os.path.basename(path)} is no file of a run.")
    with _errors_told("read", path), open(path, "rb") as file:
        whole, newline, torn = file.read().rpartition(b"\n")
        return whole + newline, torn, _inode(file)


def _inode(file: IO[bytes]) -> int:
    """The number of the file on its disk; 0 where there is none."""
    return os.fstat(file.fileno()).st_ino


def _events(whole: bytes, path: str) -> list[dict]:
    """The head of the file, then its events."""
    lines = whole.split(b"\n")[:-1]
    events = [_event(line, number, path) for number, line in enumerate(lines, 1)]
    if not events or events[0].get("type") != "run":
        raise RunFileError(f"{os.path.basename(path)} is no file of a run. Name one that "
                           "run.save(path) has written.")
    if events[0].get("version") != VERSION:
        raise RunFileError(
            f"{os.path.basename(path)} was written by a newer version of StudyBuddy. "
            "Install that version to read it.")
    return events


def _event(line: bytes, number: int, path: str) -> dict:
    try:
        event = json.loads(line, parse_constant=_finite, parse_float=_finite)
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, dict) or (number > 1 and event.get("type") not in KINDS):
        raise RunFileError.damaged(number, path)
    return event


def _finite(text: str) -> float:
    """A number that can be written again. Raises ValueError for NaN and what is too large."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _remove(path: str) -> None:
    with suppress(FileNotFoundError):
        os.remove(path)


def _sync(file: IO[bytes]) -> None:
    file.flush()
    os.fsync(file.fileno())


def _sync_folder(path: str) -> None:
    """Wait until the name of a new file is on disk too, where the system can do that."""
    with suppress(OSError, AttributeError):  # Windows has no such thing, some disks refuse
        folder = os.open(os.path.dirname(path), os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _cannot(what: str, path: str, error: OSError) -> RunFileError:
    name = os.path.basename(path)
    if what == "read" and isinstance(error, FileNotFoundError):
        return RunFileError.for_now(f"There is no file {name}. Look at the name and its folder.")
    why = error.strerror or type(error).__name__
    return RunFileError.for_now(f"{name} cannot be {what}: {why}.")
