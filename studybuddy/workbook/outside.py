"""Whether a learner's code reaches for the world outside: a file to write, a program, a network.

    with outside.blocked() as seen:
        function()
    seen.file, seen.other      what it reached for

Nothing of it happens: each try ends in a PermissionError inside the learner's code. What is seen
is what Python tells its audit hooks (PEP 578), so this is a way to notice, no wall.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_FILES = ("os.chmod", "os.chown", "os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir",
          "os.symlink", "os.truncate", "os.utime", "shutil.", "sqlite3.connect")
_OTHERS = ("os.exec", "os.fork", "os.kill", "os.posix_spawn", "os.spawn", "os.startfile",
           "os.system", "smtplib.", "socket.bind", "socket.connect", "socket.getaddrinfo",
           "socket.sendto", "subprocess.", "webbrowser.")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Blocked(PermissionError):
    """What the learner's code gets instead of what it reached for."""


class Seen:
    """What a piece of code reached for: `file` and `other` are the first of each, or ""."""

    def __init__(self) -> None:
        self.file = ""
        self.other = ""
        self.thread = threading.get_ident()


_now: Seen | None = None
_installed = False


@contextmanager
def blocked() -> Iterator[Seen]:
    """While this is open, what the code of this thread does outside is seen, and does not happen.

    Not for use inside itself. The hook stays in the process, since Python has no way to take one
    away; without an open block it does nothing.
    """
    global _now, _installed
    if not _installed:
        sys.addaudithook(_hook)
        _installed = True
    _now = seen = Seen()
    try:
        yield seen
    finally:
        _now = None


def _hook(event: str, args: tuple) -> None:
    seen = _now
    if seen is None or seen.thread != threading.get_ident():
        return
    if event.startswith(_FILES) and not _bytecode(args[0]) or (event == "open" and _writes(*args)):
        seen.file = seen.file or event
    elif event.startswith(_OTHERS):
        seen.other = seen.other or event
    else:
        return
    raise Blocked("Your tool is only tried here: it may not change files, start programs "
                  "or use the network.")


def _bytecode(path: object) -> bool:
    """Whether this is the bytecode that an import keeps: its folder, or a file there."""
    return isinstance(path, (str, bytes)) and "__pycache__" in os.fsdecode(path)


def _writes(path: object, mode: object, flags: object) -> bool:
    """Whether a file is opened to be written; the bytecode of an import does not count."""
    if not isinstance(path, (str, bytes)) or _bytecode(path):
        return False
    if isinstance(mode, str):
        return bool(set(mode) & set("wax+"))
    return isinstance(flags, int) and bool(flags & _WRITING)
