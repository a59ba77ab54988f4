"""A link that opens a local file in JupyterLab, at a page.

JupyterLab knows files by their path below the folder that it serves. A kernel learns that folder
from the file that its own server, its parent process, keeps about itself. Where this is not so
(another front end, a remote kernel) there is no link.
"""

from __future__ import annotations

import html
import json
import os
from pathlib import Path

from studybuddy.panels.markup import escaped

COMMAND = "rendermime:handle-local-link"


def page_link(path: Path | None, page: int, label: str) -> str:
    """A link to a page of a file, as HTML; the label alone where it cannot be opened."""
    place = _place(path) if path is not None else None
    if place is None:
        return f"<bdi>{escaped(label)}</bdi>"
    arguments = json.dumps({"path": place, "id": f"#page={page}"})
    return (f'<a href="#" data-commandlinker-command="{COMMAND}" '
            f'data-commandlinker-args="{html.escape(arguments)}"><bdi>{escaped(label)}</bdi></a>')


def _place(path: Path) -> str | None:
    """The path of an existing file as JupyterLab knows it."""
    try:
        folder = _served()
        if folder is None or not path.is_file():
            return None
        place = path.resolve().relative_to(folder.resolve()).as_posix()
    except (OSError, ValueError):
        return None
    hidden = any(part.startswith(".") for part in place.split("/"))  # not served
    return None if hidden else place


def _served() -> Path | None:
    try:
        from jupyter_core.paths import jupyter_runtime_dir
    except ImportError:
        return None
    try:
        about = Path(jupyter_runtime_dir(), f"jpserver-{os.getppid()}.json")
        return Path(json.loads(about.read_text(encoding="utf-8"))["root_dir"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
