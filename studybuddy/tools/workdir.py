"""The folder that a program gives to the file tools: looked at once, before any tool is made."""

from __future__ import annotations

import os


def real_folder(workdir: str | os.PathLike) -> str:
    """The resolved path of the folder `workdir`.

    Raises TypeError for what is no path as a text, and ValueError where there is no such folder.
    """
    try:
        path = os.fspath(workdir)
    except TypeError:
        path = None
    if not isinstance(path, str):
        from studybuddy.jsontext import name_of

        raise TypeError("The folder of the file tools is a text or a Path, such as "
                        f'file_tools("work"), not {name_of(workdir)}.')
    try:
        folder = os.path.realpath(path)
        if path and os.path.isdir(folder):  # "" would be the current folder
            return folder
    except (OSError, ValueError):  # a NUL, half of a character
        pass
    from studybuddy.showing import short

    raise ValueError(f"There is no folder {short(repr(path), 200)} for the file tools. Make it "
                     "first, or check the path.")
