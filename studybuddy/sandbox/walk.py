"""Where does a plain path really lead? An open folder, and its way down without links.

On Linux and macOS the way goes name by name: each folder is opened in the one before, through its
descriptor, and a link is refused at every step. What is open stays the folder that was checked,
whatever happens to its name meanwhile, so there is nothing to win by a race.

Windows has no descriptors of folders. There each step is looked at, the whole path is resolved
and compared with the allowed folder, and then it is used by its name. Between the look and the
use another program can put a link there: **on Windows this can be raced**. A model that may run
code is such a program, so on Windows the approval before each run is the guard.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from studybuddy import machine
from studybuddy.sandbox.paths import PathRefused, plain

# Flags that a system lacks count as 0.
_CLOSED_TO_CHILDREN = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOINHERIT", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)  # a pipe with a name waits
_BYTES = getattr(os, "O_BINARY", 0)
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | _CLOSED_TO_CHILDREN

LINK = "is a link. Links are not followed; use the file that it points to"


class Folder:
    """One open folder inside the allowed one. Use it with `with`; `Folder.allowed` opens the first.

    Names are single names that `paths.plain` gave. What the system refuses comes as OSError, what
    is not allowed as PathRefused.
    """

    def __init__(self, root: str, names: tuple[str, ...], descriptor: int | None):
        self.root = root  # the allowed folder, resolved
        self.names = names
        self._here: dict = {} if descriptor is None else {"dir_fd": descriptor}  # empty: by name

    @classmethod
    def allowed(cls, working_directory: str | os.PathLike, *, by_name: bool | None = None
                ) -> Folder:
        """The allowed folder itself. It may be a link, or lie behind one: it is resolved once.

        `by_name` chooses the way that needs no descriptors; None takes what the machine can do.
        Raises PathRefused when there is no such folder, or it has no name: "" would be whatever
        folder the program happens to be in.
        """
        try:
            if not os.fspath(working_directory):
                raise ValueError
            root = os.fspath(Path(working_directory).resolve(strict=True))
            if by_name is None:
                by_name = not machine.can_walk_by_descriptor()
            if by_name and not os.path.isdir(root):
                raise NotADirectoryError
            return cls(root, (), None if by_name else os.open(root, _FOLDER | _NO_LINK))
        except (OSError, ValueError, RuntimeError, TypeError):  # a loop of links, a NUL, None
            raise PathRefused("The working folder cannot be opened. "
                              "The program must name a folder that is there.") from None

    def folder(self, *names: str, make: bool = False) -> Folder:
        """The folder further down, opened; with `make`, folders that are missing are made."""
        here: Folder = self
        for name in names:
            try:
                inner = here._inner(name, make)
            finally:
                if here is not self:
                    here.close()
            here = inner
        return here if here is not self else self._again()

    def entries(self) -> Iterator[os.DirEntry]:
        """What stands in this folder, in the system's order."""
        place = self._here["dir_fd"] if self._here else self._path()
        if place == -1:  # closed; `scandir` would take it for the current folder
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        with os.scandir(place) as found:
            yield from found

    def look(self, name: str) -> os.stat_result:
        """What the system knows of an entry; of a link, of itself."""
        return os.stat(self._at(name), follow_symlinks=False, **self._here)

    def open(self, name: str, flags: int = os.O_RDONLY) -> tuple[int, os.stat_result]:
        """A regular file with one name, opened: (descriptor, what the system knows of it).

        A second name (a hard link) may be that of a file outside, so it is refused like a link.
        """
        self._require_file(name, self.look(name))  # before: to open a device may do something
        self._require_here(name)
        descriptor = os.open(self._at(name), flags | _NO_LINK | _NO_WAIT | _BYTES
                             | _CLOSED_TO_CHILDREN, **self._here)
        try:
            known = os.fstat(descriptor)
            self._require_file(name, known)
        except BaseException:
            os.close(descriptor)
            raise
        return descriptor, known

    def create(self, name: str, mode: int) -> int:
        """A new file, opened for writing. Raises FileExistsError when the name is taken."""
        self._require_here(name)
        return os.open(self._at(name), os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | _BYTES
                       | _CLOSED_TO_CHILDREN, mode, **self._here)

    def replace(self, old: str, new: str) -> None:
        """Give the file `old` the name `new` in one move; what had that name is gone."""
        if not self._here:
            os.replace(self._at(old), self._at(new))
            return
        here = self._here["dir_fd"]
        os.replace(old, new, src_dir_fd=here, dst_dir_fd=here)
        with suppress(OSError):  # some network folders cannot, and the move is done
            os.fsync(here)  # the new name is on disk too

    def remove(self, name: str) -> None:
        """Remove a file, or a link itself."""
        os.unlink(self._at(name), **self._here)

    def close(self) -> None:
        """Close the descriptor; a second time does nothing."""
        if self._here.get("dir_fd", -1) >= 0:
            os.close(self._here["dir_fd"])
            self._here = {"dir_fd": -1}  # not one step further

    def __enter__(self) -> Folder:
        return self

    def __exit__(self, *error) -> None:
        self.close()

    def _again(self) -> Folder:
        return Folder(self.root, self.names,
                      os.dup(self._here["dir_fd"]) if self._here else None)

    def _inner(self, name: str, make: bool) -> Folder:
        if make:
            try:
                os.mkdir(self._at(name), **self._here)
            except FileExistsError:
                pass
        known = self.look(name)
        if stat.S_ISLNK(known.st_mode):
            raise PathRefused(f"{quoted(*self.names, name)} {LINK}.")
        if not stat.S_ISDIR(known.st_mode):
            raise NotADirectoryError
        real = self._require_here(name)
        descriptor = os.open(name, _FOLDER | _NO_LINK, **self._here) if self._here else None
        return Folder(self.root, (*self.names, real), descriptor)

    def _require_file(self, name: str, known: os.stat_result) -> None:
        if stat.S_ISDIR(known.st_mode):
            raise IsADirectoryError
        place = quoted(*self.names, name)
        if stat.S_ISLNK(known.st_mode):
            raise PathRefused(f"{place} {LINK}.")
        if not stat.S_ISREG(known.st_mode):
            raise PathRefused(f"{place} is no regular file. It stays closed.")
        if known.st_nlink > 1:
            raise PathRefused(f"{place} has a second name somewhere (a hard link), which may lie "
                              "outside. It stays closed.")

    def _path(self) -> str:
        return os.path.join(self.root, *self.names)

    def _at(self, name: str) -> str:
        return name if self._here else os.path.join(self._path(), name)

    def _require_here(self, name: str) -> str:
        """The entry's own name. By name alone, a link or a junction shows by where it resolves.

        A short name of Windows, such as ENV~1, resolves to its long one: the rule for plain names
        is asked about that one too.
        """
        if self._here:
            return name
        real = Path(self._at(name)).resolve()
        if os.path.normcase(real.parent) != os.path.normcase(self._path()):
            raise PathRefused(f"{quoted(*self.names, name)} {LINK}.")
        plain(real.name)
        return real.name


def quoted(*names: str) -> str:
    """A path for a sentence: its names as they can be shown, in quotes.

    A blank that is not the plain one stands as its code point: it belongs to the name.
    """
    if not names:
        return "the working folder"
    import re

    from studybuddy.showing import show_hidden

    shown = re.sub(r"[^\S ]", lambda found: f"<U+{ord(found[0]):04X}>", "/".join(names))
    return f'"{show_hidden(shown)}"'
