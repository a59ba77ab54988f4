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
from studybuddy.practice.file_results import same_name, suggested, text_of_file
from studybuddy.practice.file_searching import found, search
from studybuddy.practice.file_task import Task
from studybuddy.practice.file_work import (
    MAX_CALLS,
    Call,
    Done,
    Work,
    files_seen,
    in_folder,
    is_test,
    listings,
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


def next_of(tasks: list[Task], done: list[Done], past: list[Done],
            offered: set[str]) -> Call | str:
    """The next step of several tasks, one after the other; the answers to all of them at the end.

    Where one of them ends is found by going through its calls again. After a call that was
    rejected or that gave an error the tasks behind it are not begun, and the answer says so.
    """
    said: list[str] = []
    begun = 0
    for number, task in enumerate(tasks):
        end = begun
        while not isinstance(step := next_step(
                Work(task, done[begun:end], [*past, *done[:begun]], offered)), str):
            if end == len(done):
                if end < MAX_CALLS or number == 0:
                    return step
                return "\n\n".join([*said, f"I stop here, after {end} calls."])
            end += 1
        said.append(step)
        if number + 1 < len(tasks) and _failed(done[begun:end]):
            said.append("So I have not gone on with the rest: "
                        + "; ".join(one.question.strip()[:100] for one in tasks[number + 1:]))
            break
        begun = end
    return "\n\n".join(said)


def _failed(own: list[Done]) -> bool:
    """Whether a task did not work: listings behind a call that failed only looked for its file."""
    acts = [one for one in own if one[0] != LIST_FILES] or own
    return bool(own) and bool(was_rejected(own[-1][2]) or error_of(acts[-1][2]))


def next_step(work: Work) -> Call | str:
    """What to do next for one task: a call as (tool, arguments), or the text of the answer."""
    if work.task.kind not in ("fix", "why") and work.done and (  # that one says how far it came
            was_rejected(work.done[-1][2]) or len(work.done) >= MAX_CALLS):
        return answers.answer(work.task, work.done)
    steps: dict[str, Callable[[Work], Call | str]] = {
        "write": _write, "append": _change, "replace": _change, "tests": _tests,
        "program": _program, "explore": _explore, "undo": _undo, "fix": fix, "why": _why,
        "create": _create, "copy": _copy, "search": _search, "find": _find,
        "unclear": lambda work: answers.no_program(work.task),
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
            alike = [one for one in files_seen(work) if same_name(name_of(one), name_of(path))]
            if len(alike) == 1 and not work.tried((name, {**sent, key: alike[0]})):
                return name, {**sent, key: alike[0]}
            if not alike and (listing := next_listing(work)):
                return listing
    return answers.answer(work.task, work.done)


# Several steps ------------------------------------------------------------------------------------
def _tests(work: Work) -> Call | str:
    return _found_and_run(work, test_file, ())


def _program(work: Work) -> Call | str:
    if not work.task.path:
        return _found_and_run(work, main_program, work.task.arguments)
    return _found_and_run(work, _named_program, work.task.arguments)


def _named_program(work: Work) -> str | None:
    """`run hello`: the file hello.py, or the program in the folder hello. None before that was
    looked up, and where there is neither."""
    name = work.task.path
    files = files_seen(work)
    named = [path for path in files if path == f"{name}.py" or path.endswith(f"/{name}.py")]
    return min(named, key=lambda path: path.count("/"), default=in_folder(work, name))


def _why(work: Work) -> Call | str:
    """What a repair would find, without the repair."""
    step = fix(work._replace(offered=work.offered - {WRITE_FILE}))
    return answers.offer_repair(step) if isinstance(step, str) else step


def _search(work: Work) -> Call | str:
    if not work.task.path:
        return search(work)
    step = reach(work, (READ_FILE, {"file_path": work.task.path}))
    if not isinstance(step, str) or error_of(work.done[-1][2]):
        return step
    return found(work) if work.done[-1][0] == READ_FILE else step


def _find(work: Work) -> Call | str:
    """The folder that was named; without one all folders, until the file is seen."""
    step = _one(work)
    name = work.task.path
    if not isinstance(step, str) or "/" in name or "\\" in name or error_of(work.done[-1][2]):
        return step
    if not any(same_name(entry.name, name) for entries in listings(work).values()
               for entry in entries) and (listing := next_listing(work)):
        return listing
    return answers.answer(work.task, work.done)


def _create(work: Work) -> Call | str:
    """An empty file, only where there is none: it is read first."""
    path = work.task.path
    reads, writes = work.calls(READ_FILE), work.calls(WRITE_FILE)
    if not reads:
        return READ_FILE, {"file_path": path}
    error = error_of(reads[-1][2])
    if writes or error and not _MISSING.search(error):
        return answers.answer(work.task, work.done)
    if not error:
        return answers.there_already(path)
    return (WRITE_FILE, {"file_path": path, "content": ""}) if WRITE_FILE in work.offered else (
        answers.answer(work.task, work.done))


def _copy(work: Work) -> Call | str:
    """Read the one, write the other."""
    task = work.task
    if not task.target:
        return answers.no_target(task.path)
    if work.calls(WRITE_FILE):
        return reach(work, (WRITE_FILE, {}))  # its answer, or the path that an error named
    step = reach(work, (READ_FILE, {"file_path": task.path}))
    reads = work.calls(READ_FILE)
    if not isinstance(step, str) or error_of(reads[-1][2]) or WRITE_FILE not in work.offered:
        return step
    text, whole = text_of_file(reads[-1][2])
    if not whole:
        return answers.too_long(answers.path_of(reads[-1]))
    return WRITE_FILE, {"file_path": task.target, "content": text}


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
