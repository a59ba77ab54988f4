"""A run on disk: one JSON line for each event, appended and synced before the run goes on.

    {"type": "run", "version": 1}
    {"type": "message", "message": {"role": "user", "content": "..."}}
    {"type": "message", "message": {"role": "assistant", ...}, "finish": "tool_calls", ...}
    {"type": "decision", "id": "c1", "name": "write_file", "approved": true, "bound_to": "...", ...}
    {"type": "started", "id": "c1", "name": "write_file"}
    {"type": "done", "message": {"role": "tool", "tool_call_id": "c1", "content": "..."}}
    {"type": "end", "status": "step_limit"}

A line is written under a short exclusive lock, and only when nobody else has written since this
holder read the file. So two holders of one file never start the same action. No lock is held
between two lines. A last line that was torn by a crash is dropped: what it speaks of had not
begun, because an action begins only after its line is on disk.
"""

from __future__ import annotations

import json
import os
from contextlib import contextmanager, suppress

VERSION = 1
LOCK_SECONDS = 10
KINDS = ("message", "decision", "started", "done", "end")


class RunFileError(Exception):
    """The file of a run cannot be read or written; the message says what to do."""

    @classmethod
    def damaged(cls, line: int, path) -> RunFileError:
        """The error for a line (counted from 1) that does not say what it must say."""
        return cls(f"Line {line} of {os.path.basename(path)} is damaged, "
                   "so the run cannot go on from it.")


class RunFile:
    """The open end of one run file: `append` writes one event behind the last one."""

    def __init__(self, path: str, size: int):
        self.path = path
        self._size = size  # bytes that this holder has read or written

    @classmethod
    def create(cls, path, events: list[dict]) -> RunFile:
        """Write `events` as a new file; an older file of that name is replaced in one move.

        Folders on the way are made.
        """
        path = os.fspath(path)
        data = b"".join(_line(event) for event in [{"type": "run", "version": VERSION}, *events])
        new = f"{path}.{os.getpid()}.new"
        try:
            with _lock(path):
                try:
                    with open(new, "wb") as file:
                        file.write(data)
                        _sync(file)
                    os.replace(new, path)
                finally:
                    _remove(new)
        except OSError as error:
            raise _cannot("written", path, error) from None
        return cls(path, len(data))

    @classmethod
    def open(cls, path) -> tuple[RunFile, list[dict], list[str]]:
        """Read a run file: (its open end, its events, notes on what was dropped)."""
        path = os.fspath(path)
        try:
            with open(path, "rb") as file:
                data = file.read()
        except OSError as error:
            raise _cannot("read", path, error) from None
        whole, newline, torn = data.rpartition(b"\n")
        whole += newline
        notes = []
        if torn:
            notes.append("The last line of the run file was torn by a crash and was dropped.")
        events = [_event(line, number, path) for number, line in enumerate(whole.splitlines(), 1)]
        if not events or events[0].get("type") != "run":
            raise RunFileError(f"{os.path.basename(path)} is no file of a run.")
        if events[0].get("version") != VERSION:
            raise RunFileError(
                f"{os.path.basename(path)} was written by a newer version of StudyBuddy. "
                "Install that version to read it.")
        run_file = cls(path, len(whole))
        if torn:
            run_file._cut(len(data))
        return run_file, events[1:], notes

    def append(self, event: dict) -> None:
        """Write one event and wait until it is on disk.

        Raises RunFileError when the run was continued elsewhere, or the disk refuses.
        """
        line = _line(event)
        try:
            with _lock(self.path), open(self.path, "r+b") as file:
                if file.seek(0, os.SEEK_END) != self._size:
                    raise RunFileError(
                        f"{os.path.basename(self.path)} was continued elsewhere, so nothing was "
                        "done here. Load it again to go on.")
                file.write(line)
                _sync(file)
        except OSError as error:
            raise _cannot("written", self.path, error) from None
        self._size += len(line)

    def _cut(self, size_read: int) -> None:
        """Take the torn line off, unless somebody has written since."""
        try:
            with _lock(self.path), open(self.path, "r+b") as file:
                if file.seek(0, os.SEEK_END) == size_read:
                    file.truncate(self._size)
                    _sync(file)
        except OSError as error:
            raise _cannot("written", self.path, error) from None


def _line(event: dict) -> bytes:
    # ASCII: a half of a surrogate pair in a model's text must not stop the run.
    return json.dumps(event, allow_nan=False).encode("ascii") + b"\n"


def _event(line: bytes, number: int, path: str) -> dict:
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, dict) or (number > 1 and event.get("type") not in KINDS):
        raise RunFileError.damaged(number, path)
    return event


def _remove(path: str) -> None:
    with suppress(FileNotFoundError):
        os.remove(path)


def _sync(file) -> None:
    file.flush()
    os.fsync(file.fileno())


@contextmanager
def _lock(path: str):
    import filelock  # only for runs that are on disk

    lock = filelock.FileLock(f"{path}.lock", timeout=LOCK_SECONDS)
    try:
        lock.acquire()
    except filelock.Timeout:
        raise RunFileError(f"{os.path.basename(path)} is in use by another program.") from None
    try:
        yield
    finally:
        lock.release()


def _cannot(what: str, path: str, error: OSError) -> RunFileError:
    why = error.strerror or type(error).__name__
    return RunFileError(f"{os.path.basename(path)} cannot be {what}: {why}.")
