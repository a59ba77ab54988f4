"""Taking back a write: for a person and for code, not for a model."""

from __future__ import annotations

import os

from studybuddy.sandbox.paths import PathRefused, plain
from studybuddy.sandbox.walk import Folder, quoted
from studybuddy.tools import versions
from studybuddy.tools.writing import Old, put, read_old


def undo(working_directory: str | os.PathLike, file_path: str | None = None) -> dict:
    """Take back the last write that `write_file` made; call it again for the one before.

    Args:
        working_directory: The folder that was worked in.
        file_path: The file, as in the write; None takes the last write of all files.

    Returns:
        {"file_path": text, "message": sentence} or {"error": sentence}. A file that was changed
        after the write is left alone, and so are folders that the write made. It never raises for
        a wrong path.
    """
    names = None
    try:
        if file_path is not None:
            names = plain(file_path)
        with Folder.allowed(working_directory) as allowed:
            version = versions.last(allowed.root, names)
            if version is None:
                what = "Nothing" if names is None else f"No older version of {quoted(*names)}"
                return {"error": f"{what} is kept, so there is nothing to undo."}
            *folders, name = names = version.names
            with allowed.folder(*folders) as parent:
                now = read_old(parent, name)
                if now is None or versions.digest(now.data) != version.written:
                    return {"error": f"{quoted(*names)} was changed after the write, "
                                     "so it was left alone."}
                if version.data is None:
                    parent.remove(name)
                else:
                    put(parent, name, version.data, Old(version.data, version.mode, now.owner))
        version.kept_in.unlink(missing_ok=True)
    except PathRefused as reason:
        return {"error": str(reason)}
    except OSError as error:
        what = quoted(*names) if names else "The last write"
        return {"error": f"{what} could not be restored ({error.strerror or 'no reason given'})."}
    done = "is gone again" if version.data is None else "is as it was before the last write"
    return {"file_path": "/".join(names), "message": f"{quoted(*names)} {done}."}
