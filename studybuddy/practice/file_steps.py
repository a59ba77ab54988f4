"""The next step of a task about files: a call, or the words of the answer.

Each step follows from the history alone: from the calls that were made for this question and from
what they really gave back. A call that a person rejected is not tried again in another way.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from studybuddy.practice import file_answers as answers
from studybuddy.practice.file_fixing import fix
from studybuddy.practice.file_paths import name_of
from studybuddy.practice.file_results import suggested, text_of_file
from studybuddy.practice.file_work import (
    MAX_CALLS,
    Call,
    Work,
    files_seen,
    is_test,
    main_program,
    next_listing,
    run_call,
    test_file,
)
from studybuddy.practice.files import LIST_FILES, READ_FILE, RUN_FILE, WRITE_FILE, folder_to_list
from studybuddy.practice.wording import error_of, was_rejected
from studybuddy.practice.words import stem

_MISSING = re.compile(r"\b(?:no file|no such|not found|does not exist|there is no|nothing at|"
                      r"no folder)\b", re.IGNORECASE)


def next_step(work: Work) -> Call | str:
    """What to do next: a call as (tool, arguments), or the text of the answer."""
    if work.task.kind != "fix" and work.done and (  # that one says how far it came
            was_rejected(work.done[-1][2]) or len(work.done) >= MAX_CALLS):
        return answers.answer(work.task, work.done)
    steps: dict[str, Callable[[Work], Call | str]] = {
        "write": _write, "append": _change, "replace": _change, "tests": _tests,
        "program": _program, "explore": _explore, "undo": _undo, "fix": fix,
        "cannot": lambda work: answers.no_tool_for_it(work.task)}
    return steps.get(work.task.kind, _one)(work)


# One call, mended once or twice where its error says how ------------------------------------------
def _one(work: Work) -> Call | str:
    task = work.task
    if task.kind == "run":
        return reach(work, run_call(task.path, task.arguments))
    if task.kind == "read":
        return reach(work, (READ_FILE, {"file_path": task.path}))
    return reach(work, (LIST_FILES, {"directory": folder_to_list(task)}))


def _write(work: Work) -> Call | str:
    task = work.task
    return reach(work, (WRITE_FILE, {"file_path": task.path, "content": task.content}))


def reach(work: Work, first: Call) -> Call | str:
    """Ask for `first`; after an error that names the right path ask again; else the answer.

    A file that is read or run and is not there is looked for in the folders. Only a file of the
    same name counts, and only one: nothing is guessed.
    """
    name, arguments = first
    made = work.calls(name)
    if not made:
        return first
    _, sent, result = made[-1]
    error = error_of(result)
    if error and len(made) < 4:
        key = "directory" if name == LIST_FILES else "file_path"
        path = str(sent.get(key) or "")
        better = suggested(error, path)
        if better and not work.tried((name, {**sent, key: better})):
            return name, {**sent, key: better}
        if _MISSING.search(error) and name in (READ_FILE, RUN_FILE) and LIST_FILES in work.offered:
            alike = [one for one in files_seen(work) if name_of(one) == name_of(path)]
            if len(alike) == 1 and not work.tried((name, {**sent, key: alike[0]})):
                return name, {**sent, key: alike[0]}
            if not alike and (listing := next_listing(work)):
                return listing
    return answers.answer(work.task, work.done)


# Several steps ------------------------------------------------------------------------------------
def _tests(work: Work) -> Call | str:
    return _found_and_run(work, test_file, ())


def _program(work: Work) -> Call | str:
    return _found_and_run(work, main_program, work.task.arguments)


def _found_and_run(work: Work, find: Callable[[Work], str | None],
                   arguments: tuple[str, ...]) -> Call | str:
    path = find(work)
    if path is None:
        return next_listing(work) or answers.not_found(work.task, work.done)
    return reach(work, run_call(path, arguments))


def _explore(work: Work) -> Call | str:
    """Look round, then read the file whose name says most about the question."""
    listing = next_listing(work)
    if work.calls(READ_FILE) or READ_FILE not in work.offered:
        return answers.answer(work.task, work.done)
    if listing:
        return listing
    asked = {stem(word) for word in re.findall(r"[a-z]{3,40}", work.task.question.lower())}

    def fit(path: str) -> tuple:
        words = {stem(word) for word in re.findall(r"[a-z]{3,40}", path.lower())} - {"py", "pkg"}
        shared = asked & words
        # The word for the whole project says least about which of its files is meant.
        return (len(shared - {stem("calculator")}), len(shared), path.endswith(".py"),
                not is_test(path), -path.count("/"))

    files = [path for path in files_seen(work) if not name_of(path).startswith(("__", "."))]
    if not files:
        return answers.answer(work.task, work.done)
    return READ_FILE, {"file_path": max(files, key=fit)}


def _change(work: Work) -> Call | str:
    """Add to a file, or replace in it: read it first, then write the whole."""
    task = work.task
    if work.calls(WRITE_FILE):
        return answers.answer(task, work.done)
    step = reach(work, (READ_FILE, {"file_path": task.path}))
    if not isinstance(step, str):
        return step
    reads = work.calls(READ_FILE)
    path, result = str(reads[-1][1].get("file_path")), reads[-1][2]
    error = error_of(result)
    if WRITE_FILE not in work.offered or error and (task.kind == "replace"
                                                    or not _MISSING.search(error)):
        return answers.answer(task, work.done)
    text, whole = ("", True) if error else text_of_file(result)
    if not whole:
        return answers.too_long(path)
    if task.kind == "replace":
        if task.replaced not in text or not task.replaced:
            return answers.not_in_it(path, task.replaced)
        return WRITE_FILE, {"file_path": path, "content": text.replace(task.replaced, task.content)}
    joint = "" if not text or text.endswith("\n") else "\n"
    end = "\n" if text.endswith("\n") else ""
    return WRITE_FILE, {"file_path": path, "content": f"{text}{joint}{task.content}{end}"}


def _undo(work: Work) -> Call | str:
    """Write the text again that was read before the last write of this conversation."""
    if work.done:
        return answers.answer(work.task, work.done)
    path = before = None
    for name, arguments, result in reversed(work.past):
        if error_of(result) or was_rejected(result):
            continue
        if path is None and name == WRITE_FILE:
            path = arguments.get("file_path")
        elif path is not None and name == READ_FILE and arguments.get("file_path") == path:
            before = text_of_file(result)
            break
    if path is None or before is None or not before[1]:
        return answers.nothing_to_undo(path)
    return WRITE_FILE, {"file_path": path, "content": before[0]}
