"""The work on a task about files so far: the calls that were made, and what they showed.

Everything here is read from the history: nothing is known of a folder but what a listing said.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from studybuddy.practice.file_paths import name_of
from studybuddy.practice.file_results import Entry, entries_of
from studybuddy.practice.file_task import Task
from studybuddy.practice.files import LIST_FILES, RUN_FILE
from studybuddy.practice.wording import error_of

MAX_CALLS = 16
"""Calls for one question; an agent's own limit is 20 requests by default."""
MAX_FOLDERS = 4
"""Folders that are looked into beside the working folder."""

Call = tuple[str, dict]
Done = tuple[str, dict, dict]  # name, arguments, result

_TEST_FILE = re.compile(r"(?:^|/)(?:tests?|test_\w+|\w+_tests?)\.py$")
_MAIN_NAMES = ("main.py", "__main__.py", "app.py", "cli.py", "calc.py", "run.py", "calculator.py")


class Work(NamedTuple):
    """A task, the calls made for it, the calls of earlier questions, the tools that are there."""

    task: Task
    done: list[Done]
    past: list[Done]
    offered: set[str]

    def calls(self, name: str) -> list[Done]:
        """The calls of one tool that were made for this question."""
        return [one for one in self.done if one[0] == name]

    def tried(self, call: Call) -> bool:
        """Whether exactly this call was made for this question."""
        return any(name == call[0] and _same(arguments, call[1])
                   for name, arguments, _ in self.done)


def listings(work: Work) -> dict[str, list[Entry]]:
    """The folders that were listed for this question, with their entries."""
    return {str(arguments.get("directory") or "."): entries_of(result)
            for _, arguments, result in work.calls(LIST_FILES) if not error_of(result)}


def files_seen(work: Work) -> list[str]:
    """The paths of all files that a listing showed."""
    return [entry.name if folder == "." else f"{folder}/{entry.name}"
            for folder, entries in listings(work).items() for entry in entries if not entry.is_dir]


def next_listing(work: Work) -> Call | None:
    """The working folder first, then the folders in it, level by level; None at the end."""
    if LIST_FILES not in work.offered:
        return None
    folders = [entry.name if folder == "." else f"{folder}/{entry.name}"
               for folder, entries in listings(work).items() for entry in entries
               if entry.is_dir and not entry.name.startswith((".", "__"))]
    for folder in [".", *folders[:MAX_FOLDERS]]:
        call = LIST_FILES, {"directory": folder}
        if not work.tried(call):
            return call
    return None


def is_test(path: str) -> bool:
    """Whether a file holds tests, by its name."""
    return bool(_TEST_FILE.search(path))


def test_file(work: Work) -> str | None:
    """The tests among the files seen, those nearest to the working folder first."""
    found = [path for path in files_seen(work) if is_test(path)]
    return min(found, key=lambda path: (path.count("/"), len(path)), default=None)


def main_program(work: Work) -> str | None:
    """The program that a person would start; None when no file looks like it."""
    programs = [path for path in files_seen(work) if path.endswith(".py") and not is_test(path)]
    if work.task.kind == "fix" and name_of(work.task.path) in _MAIN_NAMES[:4]:
        same = [path for path in programs if name_of(path) == name_of(work.task.path)]
        programs = same or programs
    named = [path for path in programs if name_of(path) in _MAIN_NAMES]
    if named:
        return min(named, key=lambda path: (path.count("/"), _MAIN_NAMES.index(name_of(path))))
    top = [path for path in programs if "/" not in path and not path.startswith("__")]
    return top[0] if len(top) == 1 else None


def in_folder(work: Work, folder: str) -> str | None:
    """The program that would be started in a folder; None when no file there looks like it."""
    found = [path for path in files_seen(work) if path.rpartition("/")[0] == folder
             and name_of(path) in _MAIN_NAMES[:4]]
    return min(found, key=lambda path: _MAIN_NAMES.index(name_of(path)), default=None)


def run_call(path: str, arguments: tuple[str, ...] | list[str] = ()) -> Call:
    """A run of a program; arguments that are not there are left out."""
    return RUN_FILE, {"file_path": path, **({"args": list(arguments)} if arguments else {})}


def _same(one: dict, other: dict) -> bool:
    try:
        return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        return False
