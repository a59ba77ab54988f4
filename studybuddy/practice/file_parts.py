"""Several wishes in one question: `read main.py and then run it` is two tasks, one after the other.

A question is cut only where the part before is a task of its own and the part behind begins with
a verb and is one too (or is just another path). Text that is to be written is not cut.
"""

from __future__ import annotations

import re

from studybuddy.practice.file_paths import TYPED, paths
from studybuddy.practice.file_task import Task
from studybuddy.practice.file_wishes import POLITE
from studybuddy.practice.files import MAX_CHARS, read_task

MAX_PARTS = 4
MAX_LOOKS = 12
"""Places of a question that are looked at as ends of a part."""

_THEN = r"(?:then|after that|afterwards|next|also|now|finally)"
_JOINT = re.compile(rf"\s*[,;]\s+(?:and\s+)?(?:{_THEN}\b,?\s*)?|\s+(?:and|&)\s+(?:{_THEN}\b,?\s+)?|"
                    rf"\s+then\s+|\s*[.!?]\s+(?:{_THEN}\b,?\s*)?|\s*\n\s*")
_VERB = re.compile(
    rf"(?:{POLITE}\b[\s,]*)*(?:run|rerun|execute|launch|start|read|open|show|print|display|view|cat|"
    r"list|ls|see|tell me|write|append|add|put|create|make|save|copy|overwrite|replace|change|"
    r"delete|remove|rename|empty|clear|search|grep|find|check|calculate|compute|"
    r"evaluate|use|is there)\b", re.IGNORECASE)
_STANDS_ALONE = ("read", "create", "write", "append", "replace", "copy", "run", "find", "search",
                 "list", "tests", "cannot", "unclear")


def read_tasks(question: str, offered: set[str], last: str = "") -> list[Task]:
    """The tasks of a question in their order; empty when it is not about files.

    `last` is the file that was spoken of before, see `files.read_task`.
    """
    whole = read_task(question, offered, last)
    if whole is None or whole.kind not in _STANDS_ALONE:
        return [whole] if whole else []
    parts = _parts(question[:MAX_CHARS], offered, last)
    return parts if len(parts) > 1 else [whole]


def _parts(question: str, offered: set[str], last: str) -> list[Task]:
    typed = question.translate(TYPED)
    hidden = _hide(typed)
    tasks: list[Task] = []
    start = looks = 0
    head: Task | None = None
    joints = list(_JOINT.finditer(hidden))
    for number, joint in enumerate(joints):
        end = joints[number + 1].start() if number + 1 < len(joints) else len(question)
        piece = question[joint.end():end]
        bare = _only_path(piece)
        if not (bare or _VERB.match(hidden, joint.end())) or looks >= MAX_LOOKS:
            continue
        looks += 1
        before = question[start:joint.start()]
        head = _one_of_several(tasks, before, offered, last)
        if head is None or len(tasks) + 1 >= MAX_PARTS:
            continue
        if bare:
            known = paths(before.translate(TYPED))
            if not known or before.rstrip("\"' ")[-len(known[-1].text):] != known[-1].text or (
                    head.kind not in ("read", "run", "find", "write", "create")):
                continue
        elif not _goes_on(head, read_task(piece, offered, head.target or head.path),
                          bool(paths(piece.translate(TYPED)))):
            continue
        tasks.append(head)
        start = joint.end()
        last = head.target or head.path or last
    if not tasks:
        return []
    head = _one_of_several(tasks, question[start:], offered, last)
    return [*tasks, head] if head else []


def _one_of_several(tasks: list[Task], part: str, offered: set[str], last: str) -> Task | None:
    """The task of one part; a part that is only a path repeats the task before it."""
    if tasks and (path := _only_path(part)):
        return tasks[-1]._replace(path=path, question=part)
    task = read_task(part, offered, last)
    if task is None or task.kind not in _STANDS_ALONE or (
            not task.path and task.kind not in ("list", "tests", "search")):
        return None
    return task


def _only_path(part: str) -> str:
    """The path that is all of a part; empty when there is more, or none."""
    found = paths(part.translate(TYPED))
    rest = part.replace(found[0].text, "", 1) if len(found) == 1 else part
    return found[0].text if found and not re.sub(r"[\s.?!\"']", "", rest) else ""


def _goes_on(head: Task, task: Task | None, named: bool) -> bool:
    """Whether `task`, the part behind, is another wish and no more words on `head`."""
    if task is None or task.kind not in _STANDS_ALONE or not task.path and task.kind not in (
            "list", "tests", "search"):
        return False
    if task._replace(question="") == head._replace(question="") or (
            task.kind == head.kind == "run" and task.path == head.path and not task.arguments):
        return False
    if named:
        return True
    if head.kind in ("run", "tests") and task.kind in ("read", "find"):
        return False  # `run main.py and show me what it prints`
    if head.kind in ("create", "unclear") and task.kind in ("write", "append"):
        return False  # `create x.txt and put 5 in it`
    return task.kind != "run" or task.path.endswith(".py")


def _hide(typed: str) -> str:
    """The text with signs in place of what stands in quotes or brackets, letter for letter."""
    hidden = re.sub(r"(?<!\w)\"[^\"\n]{0,20000}\"|(?<!\w)'(?:[^'\n]|(?<=\w)'(?=\w)){0,20000}'",
                    lambda m: "_" * len(m[0]), typed)
    return re.sub(r"\([^()\n]{0,2000}\)|\[[^\]\n]{0,2000}\]|\{[^}\n]{0,2000}\}",
                  lambda m: "_" * len(m[0]), hidden)
