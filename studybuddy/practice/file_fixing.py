"""Repair a calculator step by step: look, read, run, write, run again, run the tests.

Nothing is known of the project beforehand: the files come from listings, the repair from the text
that was read (`repair`), and what is said of it from what the programs printed.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from studybuddy.practice import repair_answers as answers
from studybuddy.practice.file_paths import name_of
from studybuddy.practice.file_results import number_printed, suggested, text_of_file
from studybuddy.practice.file_work import (
    MAX_CALLS,
    Call,
    Done,
    Work,
    files_seen,
    is_test,
    main_program,
    next_listing,
    run_call,
    test_file,
)
from studybuddy.practice.files import READ_FILE, RUN_FILE, WRITE_FILE
from studybuddy.practice.repair import Repair, derive, same, usual
from studybuddy.practice.wording import error_of, was_rejected

MAX_READS = 6
_LIKELY = re.compile(r"calc|expr|oper|ops|pars|eval|prec|engine|math|token")


class Fixing(NamedTuple):
    """How far a repair is, read from the calls that were made.

    `before` and `after` are the runs of the example before and after the (first) write.
    """

    path: str
    source: str
    repair: Repair | None
    before: Done | None
    writes: list[Done]
    after: Done | None
    tests: Done | None


def fix(work: Work) -> Call | str:
    """The next step of a repair."""
    task = work.task
    if task.expression and not same(usual(task.expression), task.wanted):
        return answers.not_the_usual_order(task, usual(task.expression))
    state = _state(work)
    if work.done and (was_rejected(work.done[-1][2]) or len(work.done) >= MAX_CALLS):
        return answers.fixed(task, state, work.done)
    listing = next_listing(work)
    if listing and not work.calls(READ_FILE):
        return listing
    program = main_program(work) if RUN_FILE in work.offered else None
    if state.repair is None and not work.calls(RUN_FILE) and (step := _read_on(work)):
        return step
    example = task.expression or (state.repair.expression if state.repair else "")
    if program and example and not state.before and not state.writes:
        return run_call(program, (example,))
    if state.repair is None or WRITE_FILE not in work.offered or _is_right_already(state):
        return answers.fixed(task, state, work.done)
    if not state.writes:
        return WRITE_FILE, {"file_path": state.path, "content": state.repair.content}
    if error_of(state.writes[-1][2]):
        return answers.fixed(task, state, work.done)
    if program and not state.after:
        return run_call(program, (example,))
    if turned_out_wrong(state):
        if len(state.writes) == 1:  # as it was before
            return WRITE_FILE, {"file_path": state.path, "content": state.source}
        return answers.fixed(task, state, work.done)
    tests = test_file(work)
    if tests and not state.tests and RUN_FILE in work.offered:
        return run_call(tests)
    return answers.fixed(task, state, work.done)


def turned_out_wrong(state: Fixing) -> bool:
    """Whether the program still gives another number after the change."""
    if not state.after or not state.repair:
        return False
    number = number_printed(state.after[2])
    if number is None:  # it ended well before: then the change broke it
        return state.before is not None and number_printed(state.before[2]) is not None
    return not same(number, state.repair.wanted)


def _is_right_already(state: Fixing) -> bool:
    return bool(state.before and state.repair
                and same(number_printed(state.before[2]), state.repair.wanted))


def _read_on(work: Work) -> Call | None:
    """The next file to read: the one that was named, then those whose name fits, main last."""
    reads = work.calls(READ_FILE)
    if reads and (error := error_of(reads[-1][2])):
        path = str(reads[-1][1].get("file_path"))
        better = suggested(error, path)
        if better and not work.tried((READ_FILE, {"file_path": better})):
            return READ_FILE, {"file_path": better}
    programs = [path for path in files_seen(work)
                if path.endswith(".py") and not is_test(path) and name_of(path) != "__init__.py"]
    programs.sort(key=lambda path: (not _LIKELY.search(path), path == main_program(work)))
    named = work.task.path
    if named:
        alike = [path for path in programs if named == path or named.endswith("/" + path)]
        programs = [*(alike or [named]), *(path for path in programs if path not in alike)]
    for path in programs:
        call = READ_FILE, {"file_path": path}
        if len(reads) < MAX_READS and READ_FILE in work.offered and not work.tried(call):
            return call
    return None


def _state(work: Work) -> Fixing:
    task, done = work.task, work.done
    writes = work.calls(WRITE_FILE)
    first = done.index(writes[0]) if writes else len(done)
    runs = [one for one in done if one[0] == RUN_FILE]
    before = {text: one for one in done[:first] if one in runs and (text := _first_argument(one))}
    seen = {text: number for text, one in before.items()
            if (number := number_printed(one[2])) is not None}
    if task.got is not None and task.expression not in seen:
        seen[task.expression] = task.got
    path, source, repair = "", "", None
    for _, arguments, result in [one for one in done[:first] if one[0] == READ_FILE]:
        text, whole = text_of_file(result)
        repair = None if error_of(result) or not whole else derive(
            text, task.expression, task.wanted, seen)
        if repair:
            path, source = str(arguments.get("file_path")), text
            break
    example = task.expression or (repair.expression if repair else "")
    later = [one for one in done[first:] if one in runs]
    return Fixing(
        path, source, repair, before.get(example), writes,
        next((one for one in reversed(later) if _first_argument(one)), None),
        next((one for one in later if not _first_argument(one)), None))


def _first_argument(run: Done) -> str:
    args = run[1].get("args")
    return args[0] if isinstance(args, list) and args and isinstance(args[0], str) else ""
