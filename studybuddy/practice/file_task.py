"""What a question about files asks for, as data."""

from __future__ import annotations

from typing import NamedTuple


class Task(NamedTuple):
    """What a question about files asks for.

    `kind` is one of list, find, search, read, create, write, append, replace, copy, run, tests,
    program, explore, why, fix, undo, unclear, cannot. `path` is the file or the folder it is about
    (empty where none is named), `target` the path of a copy. `content` is the text to write, for
    `search` the one to look for.
    """

    kind: str
    question: str
    path: str = ""
    arguments: tuple[str, ...] = ()
    content: str = ""
    replaced: str = ""
    target: str = ""
    expression: str = ""
    wanted: float | None = None
    got: float | None = None
