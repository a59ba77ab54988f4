"""What a model writes must not become code of this program.

Python looks for modules in the folders of `sys.path`, and `python -m`, `python -c` and a notebook
put the current folder first. When that is the folder that a model works in, a file `icalendar.py`
there would run here, outside the sandbox, as soon as this program imports a library of that name.
"""

from __future__ import annotations

import os
import sys

from studybuddy.within import lies_in


def keep_out(folder: str | os.PathLike) -> None:
    """Take the entries that are `folder`, or lie in it, out of `sys.path`.

    An entry "" means the current folder. The libraries of this Python itself stay, so that the
    program goes on where its environment lies in the folder: give a model a folder of its own.
    The path is that of now: a program that goes into the folder later calls this again.
    """
    own = [prefix for prefix in {sys.prefix, sys.base_prefix} if lies_in(prefix, folder)]
    there = os.path.realpath(folder)

    def stays(entry: object) -> bool:
        if not isinstance(entry, str):
            return True
        path = _real(entry)
        return not lies_in(path, folder) or (
            path != there and any(lies_in(path, prefix) for prefix in own))

    sys.path[:] = [entry for entry in sys.path if stays(entry)]


def leave_current_folder() -> None:
    """Take the current folder out where `python -m` put it first."""
    if sys.path and not sys.flags.safe_path and _real(sys.path[0]) == _real(""):
        del sys.path[0]


def _real(entry: str) -> str:
    try:
        return os.path.realpath(entry or os.getcwd())
    except (OSError, ValueError):  # the current folder was deleted; no path at all
        return ""
