"""The outbox: a folder for mails that were written and not sent, each a file of its own.

It is the folder `outbox` in the current folder, where a person looks first. When a model works
with files in or above that place, it is the nearest folder above that the model cannot reach: what
waits there must not be changed by anybody but the person.
"""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = "outbox"
MOST = 1_000
"""Mails of one name."""


def find(working_directory: Path | str | None = None) -> Path:
    """The outbox, which need not exist yet; never in `working_directory`, where a model works.

    Raises OSError when there is no such place, or when the current folder was deleted.
    """
    here = Path.cwd()
    if working_directory is None:
        return here / FOLDER
    forbidden = Path(working_directory).resolve()
    for place in (here, *here.parents):
        if not (place / FOLDER).resolve().is_relative_to(forbidden):
            return place / FOLDER
    raise OSError("There is no folder outside the one that the model works in.")


def shown(path: Path) -> str:
    """A path for a person: from the current folder where it lies in it, with `/`."""
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except (OSError, ValueError):
        return path.as_posix()


def save(folder: Path, name: str, data: bytes) -> Path:
    """Write a new file of this name, and give back its path. Nothing is overwritten.

    A name that is taken gets a number: `name-2.eml`. Raises OSError; then no file is left behind.
    """
    try:
        folder.mkdir(exist_ok=True)
    except FileExistsError:
        raise OSError("it is no folder, or a link that leads nowhere") from None
    stem, ending = os.path.splitext(name)
    for number in range(1, MOST + 1):
        path = folder / (name if number == 1 else f"{stem}-{number}{ending}")
        try:
            file = path.open("xb")
        except FileExistsError:
            continue
        try:
            with file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        return path
    raise FileExistsError(f"There are {MOST:,} mails of this name already.")
