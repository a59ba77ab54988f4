"""The world around a hostile program: what it could read, change, reach or leave behind."""

from __future__ import annotations

import ctypes
import os
import secrets
import shutil
import signal
import socket
import stat
import sys
import time
from pathlib import Path

from studybuddy import sandbox
from tests.sandbox.attacks import GOT

PACKAGE = Path(sandbox.__file__).parent
# Smaller than in use, so that the tests write little.
BUDGET_BYTES, BUDGET_FILES = 16 << 20, 100
# The folder is looked at now and then; beyond this nobody looked.
DISK, FILES = 150 << 20, 2_500


class World:
    """A folder to work in, and beside it files, servers and a process that are off limits."""

    def __init__(self, base: Path):
        self.mark = secrets.token_hex(8)
        self.secret = "secret-" + secrets.token_hex(8)
        self.inside, self.outside = base / f"inside-{self.mark}", base / "outside"
        for folder in (self.inside, self.outside, self.outside / ".ssh", self.outside / "empty"):
            folder.mkdir()
        for name in ("secret.txt", ".ssh/id_ed25519", "old.txt", f"name-{self.secret}.txt"):
            (self.outside / name).write_text(self.secret)
        (self.outside / "module.py").write_text(f"print({self.secret!r})")
        (base / ".env").write_text(f"KEY={self.secret}")
        self._open = open(self.outside / "secret.txt")  # noqa: SIM115
        self._memory = ctypes.create_string_buffer(self.secret.encode())
        self.signals = 0
        self._sockets = self._listen(base)
        names = {"OUTSIDE": self.outside, "PARENT": os.getpid(), "FD": self._open.fileno(),
                 "ADDRESS": ctypes.addressof(self._memory), "LENGTH": len(self.secret),
                 "MARK": self.mark, "GOT": GOT, "PACKAGE": PACKAGE,
                 "GROUP": os.getpgrp() if hasattr(os, "getpgrp") else 0,
                 "UNIX": self._unix, "DATAGRAM": self._unix + "d",
                 "TCP": self._sockets[0].getsockname()[1], "UDP": self._sockets[1].getsockname()[1]}
        self._names = sorted(names.items(), key=lambda pair: -len(pair[0]))
        self._laid: set[str] = set()
        self._before = self._outside()

    def _listen(self, base: Path) -> list[socket.socket]:
        found = [socket.create_server(("127.0.0.1", 0)),
                 socket.socket(socket.AF_INET, socket.SOCK_DGRAM)]
        found[1].bind(("127.0.0.1", 0))
        self._unix = str(base / "s")
        if hasattr(socket, "AF_UNIX"):
            found.append(socket.socket(socket.AF_UNIX))
            found[-1].bind(self._unix)
            found[-1].listen()
            found.append(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
            found[-1].bind(self._unix + "d")
            if sys.platform == "linux":
                found.append(socket.socket(socket.AF_UNIX))
                found[-1].bind("\0" + self.mark)
                found[-1].listen()
        for one in found:
            one.setblocking(False)
        return found

    def write(self, name: str, source: str) -> None:
        """Put a program into the folder, its `$NAMES` replaced."""
        for word, value in self._names:
            source = source.replace(f"${word}", str(value))
        (self.inside / name).write_text(source, encoding="utf-8")

    def lay(self, hard_link: bool, keys: bool) -> None:
        """What lay in the folder before: links that lead outside, and a module to be imported."""
        (self.inside / "json.py").write_text(f"print({GOT!r})")
        (self.inside / "link.txt").symlink_to(self.outside / "secret.txt")
        (self.inside / "linked").symlink_to(self.outside)
        (self.inside / "dangling.txt").symlink_to(self.outside / "made.txt")
        if hard_link:
            (self.inside / "hard.txt").hardlink_to(self.outside / "secret.txt")
        if keys:
            (self.inside / ".env").write_text(f"KEY={self.secret}")
        self._before = self._outside()
        self._laid = {path.name for path in self.inside.iterdir()}

    def count_signal(self, number, frame) -> None:
        self.signals += 1

    def _outside(self) -> dict:
        """All that can be seen of the outer folder, without what reading it changes."""
        seen = {}
        for path in sorted(self.outside.rglob("*")):
            status = path.lstat()
            seen[str(path)] = (status.st_mode, status.st_uid, status.st_size, status.st_mtime_ns,
                               path.read_bytes() if path.is_file() else None)
        return seen

    def harm(self, ran) -> list[str]:
        """What the program did that it must not do, in words; empty if nothing happened."""
        found = []
        if self.secret in ran.stdout or self.secret in ran.stderr:
            found.append("read the secret")
        if GOT in ran.stdout:
            found.append("got through")
        if self._outside() != self._before:
            found.append("changed the outside")
        for name, one in zip(("TCP", "UDP", "socket file", "datagram", "abstract"), self._sockets,
                             strict=False):  # some systems lack the last ones
            try:
                _ = one.recv(10) if name in ("UDP", "datagram") else one.accept()[0].close()
                found.append(f"reached the server: {name}")
            except BlockingIOError:
                pass
        if self.signals:
            found.append("sent a signal")
        if left := self.left_behind():
            found.append(f"left processes behind: {left}")
        return found + self._in_the_folder()

    def _in_the_folder(self) -> list[str]:
        found, size, count = [], 0, 0
        for name in ("closed", ".git"):
            for closed in self.inside.glob(f"{name}*"):
                closed.chmod(0o700)
        for _, folders, files, descriptor in os.fwalk(self.inside):
            for name in (*folders, *files):
                status = os.stat(name, dir_fd=descriptor, follow_symlinks=False)
                size, count = size + status.st_blocks * 512, count + 1
                plain = stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)
                if not plain and name not in self._laid:
                    found.append(f"made a special file: {name}")
        if size > DISK:
            found.append(f"wrote {size >> 20} MB")
        if count > FILES:
            found.append(f"made {count:,} files")
        for name in ("json.py", "JSON.py", "random/__init__.py", "conftest.py", "sitecustomize.py",
                     "sitecustomize/__init__.py", "own.pth", ".git/hooks/pre-commit",
                     ".ipynb_checkpoints/a.ipynb", "pyproject.toml", "setup.cfg", ".pdbrc",
                     "jupyter_server_config.py"):
            if (self.inside / name).exists() and name not in self._laid:
                found.append(f"planted {name}")
        if any((self.inside / "__pycache__").glob("*.pyc")):
            found.append("planted a compiled file")
        return found

    def left_behind(self) -> list[int]:
        """Processes, other than this one, that have the mark in their command line (Linux)."""
        found = []
        deadline = time.monotonic() + 0.3
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                while self.mark.encode() in path.read_bytes() and path.parent.name != str(
                        os.getpid()):
                    if time.monotonic() > deadline:
                        found.append(int(path.parent.name))
                        break
                    time.sleep(0.02)  # it may be on its way out
            except OSError:
                continue
        return found

    def close(self) -> None:
        """End what a control run left, and remove everything, however deep."""
        for number in self.left_behind():
            os.kill(number, signal.SIGKILL)
        for one in self._sockets:
            one.close()
        self._open.close()
        shutil.rmtree(self.inside, ignore_errors=True)
