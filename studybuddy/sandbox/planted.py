"""Layer planted: what a run leaves for others to start. Works on every system.

Some files are started by whoever works in a folder, without being asked for: a json.py there is
what `import json` finds, pytest runs conftest.py, git runs hooks, and a compiled file in
`__pycache__` is taken for its source. If a run makes such a file it is set aside: it gets the
ending SET_ASIDE, and the run says so. The same happens to a folder that it made and that cannot be
looked into. If a run changes a file that was there, the run says so.

Stops not: changes to the folder's ordinary programs, which the program must be able to write.
Whatever a run has left is foreign code; start it through `run` as well, or read it first.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable

from studybuddy.sandbox.survey import Survey

SET_ASIDE = ".set-aside"
NAMES = frozenset(["conftest.py", "pytest.ini", ".pytest.ini", "pyproject.toml", "setup.cfg",
                   "tox.ini", "pyvenv.cfg", ".envrc", ".env", ".gitattributes", ".gitmodules",
                   ".pre-commit-config.yaml", ".pdbrc", ".pylintrc", "pylintrc", "mypy.ini",
                   ".mypy.ini", ".coveragerc"])
FOLDERS = frozenset([".git", ".vscode", ".idea", "__pycache__", ".ipynb_checkpoints", ".jupyter",
                     ".ipython"])
SUFFIXES = (".pth", ".pyc")
MODULES = (".py", ".so", ".pyd")
IMPORTED = sys.stdlib_module_names | {"sitecustomize", "usercustomize"}
_SETTINGS = re.compile(r"(jupyter|ipython)(_\w+)?_config\.(py|json)")  # of Jupyter, read from here


def starts_by_itself(name: str) -> bool:
    """Whether a file is run or obeyed by tools that were not told to; `name` is its path with `/`.

    Case does not count: on macOS and Windows JSON.py is json.py.
    """
    *folders, file = name.lower().split("/")
    if (file in NAMES or file.endswith(SUFFIXES) or not FOLDERS.isdisjoint(folders)
            or _SETTINGS.fullmatch(file)):
        return True
    if not file.endswith(MODULES):
        return False
    stem = file.partition(".")[0]
    return (folders[-1] if stem == "__init__" and folders else stem) in IMPORTED


def told(folder: str, before: Survey, after: Survey) -> str:
    """Set aside what is new, and say what was done in plain sentences, if there is
    anything."""
    changed = sorted(name for name, mark in after.marks.items()
                     if name in before.marks and before.marks[name] != mark)
    new = [name for name in after.marks.keys() - before.marks.keys()
           if not name.endswith(SET_ASIDE)]
    aside, kept = _set_aside(folder, new)
    closed, open_to_others = _set_aside(folder, after.hidden - before.hidden)
    says = []
    if aside:
        says.append(f"It made {_some(aside)}, which other programs would start by themselves; set "
                    f"aside with the ending {SET_ASIDE}.")
    if closed:
        says.append(f"It closed the folder {_some(closed)}, so nobody can see what is in it; set "
                    f"aside with the ending {SET_ASIDE}.")
    if kept or changed:
        says.append(f"Look before you go on: it made or changed {_some(kept + changed)}, which "
                    "other programs start by themselves.")
    if open_to_others or not after.whole:
        says.append("Look before you go on: not all that it left in the folder could be seen.")
    return " ".join(says)


def _set_aside(folder: str, names: Iterable[str]) -> tuple[list[str], list[str]]:
    """Give files and folders another name; which of them could be, and which could not."""
    aside, kept = [], []
    for name in sorted(names):
        path = os.path.join(folder, name)
        free, number = path + SET_ASIDE, 1
        try:
            while os.path.lexists(free):  # what an earlier run left stays as it is
                number += 1
                free = f"{path}.{number}{SET_ASIDE}"
            if not name:
                raise OSError("the folder itself keeps its name")
            os.rename(path, free)
            aside.append(name)
        except OSError:
            kept.append(name)
    return aside, kept


def _some(names: list[str]) -> str:
    """At most three names; the rest as a number. Names come from the program: nothing hidden."""
    from studybuddy.showing import short

    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return ", ".join(short(name, 80) for name in names[:3]) + more
