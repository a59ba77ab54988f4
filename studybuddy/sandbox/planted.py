"""Layer planted: what a run leaves for others to start. Works on every system.

Some files are started by whoever works in a folder, without being asked for: a json.py there is
what `import json` finds, pytest runs conftest.py, git runs hooks, and a compiled file in
`__pycache__` is taken for its source. If a run makes such a file it is set aside: it gets the
ending SET_ASIDE, and the run says so. If a run changes one that was there, the run says so.

Stops not: changes to the folder's ordinary programs, which the program must be able to write.
Whatever a run has left is foreign code; start it through `run` as well, or read it first.
"""

from __future__ import annotations

import os
import sys

from studybuddy.sandbox.survey import Survey

SET_ASIDE = ".set-aside"
NAMES = frozenset(["conftest.py", "pytest.ini", ".pytest.ini", "sitecustomize.py", "tox.ini",
                   "usercustomize.py", "pyvenv.cfg", ".envrc", ".env", ".gitattributes",
                   ".pre-commit-config.yaml"])
FOLDERS = frozenset([".git", ".vscode", ".idea", "__pycache__", ".ipynb_checkpoints", ".jupyter",
                     ".ipython"])
SUFFIXES = (".pth", ".pyc")
MODULES = (".py", ".so", ".pyd")


def starts_by_itself(name: str) -> bool:
    """Whether a file is run or obeyed by tools that were not told to; `name` is its path with `/`.

    Case does not count: on macOS and Windows JSON.py is json.py.
    """
    *folders, file = name.lower().split("/")
    if file in NAMES or file.endswith(SUFFIXES) or not FOLDERS.isdisjoint(folders):
        return True
    if not file.endswith(MODULES):
        return False
    stem = file.partition(".")[0]
    return (folders[-1] if stem == "__init__" and folders else stem) in sys.stdlib_module_names


def told(folder: str, before: Survey, after: Survey) -> str:
    """Set aside what is new, and say what was done in plain sentences, if there is
    anything."""
    changed = sorted(name for name, mark in after.marks.items()
                     if name in before.marks and before.marks[name] != mark)
    aside, kept = [], []
    for name in sorted(after.marks.keys() - before.marks.keys()):
        if name.endswith(SET_ASIDE):
            continue
        try:
            path = os.path.join(folder, name)
            os.replace(path, path + SET_ASIDE)
            aside.append(name)
        except OSError:
            kept.append(name)
    says = []
    if aside:
        says.append(f"It made {_some(aside)}, which other programs would start by themselves; set "
                    f"aside with the ending {SET_ASIDE}.")
    if kept or changed:
        says.append(f"Look before you go on: it made or changed {_some(kept + changed)}, which "
                    "other programs start by themselves.")
    return " ".join(says)


def _some(names: list[str]) -> str:
    """At most three names; the rest as a number. Names come from the program: nothing hidden."""
    from studybuddy.showing import short

    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return ", ".join(short(name, 80) for name in names[:3]) + more
