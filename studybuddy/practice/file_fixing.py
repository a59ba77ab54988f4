"""Repair a calculator step by step: look, read, run, write, run again, run the tests.

Nothing is known of the project beforehand: the files come from listings, the repair from the text
that was read (`repair`), and what is said of it from what the programs printed. Where several
places may be the cause they are tried one after the other: a change with which the example still
comes out wrong is taken back before the next one.
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
from studybuddy.practice.repair import Repair, candidates, derive, same, usual
from studybuddy.practice.wording import error_of, was_rejected

MAX_READS = 6
_LIKELY = re.compile(r"calc|expr|oper|ops|pars|eval|prec|engine|math|token")


ATTEMPT = 4
"""Calls that one attempt may need: write, run once or twice, write the text as it was."""
MAX_ATTEMPTS = 2
"""Places that are tried. The third equal call with an equal result would end the run as stuck, and
the file would stay changed."""


class Fixing(NamedTuple):
    """How far a repair is, read from the calls that were made.

    `repair` is the one that is tried now, or the last one when none is left (`spent`);
    `failed` attempts were taken back. `before` is the run of the example before the first write,
    `writes`, `probe` (the run of a similar example) and `after` are those of this attempt.
    """

    path: str
    source: str
    repair: Repair | None
    spent: bool
    failed: int
    before: Done | None
    writes: list[Done]
    probe: Done | None
    after: Done | None
    tests: Done | None


def fix(work: Work) -> Call | str:
    """The next step of a repair."""
    task = work.task
    if task.expression and not same(usual(task.expression), task.wanted):
        return answers.not_the_usual_order(task, usual(task.expression))
    program = main_program(work) if RUN_FILE in work.offered else None
    state = _state(work, verified=program is not None)
    if work.done and (was_rejected(work.done[-1][2]) or len(work.done) >= MAX_CALLS):
        return answers.fixed(task, state, work.done)
    listing = next_listing(work)
    if listing and not work.calls(READ_FILE):
        return listing
    if (state.repair is None or state.spent and state.failed < MAX_ATTEMPTS) and (
            step := _read_on(work)):
        return step
    example = task.expression or (state.repair.expression if state.repair else "")
    if program and example and not state.before and not work.calls(WRITE_FILE):
        return run_call(program, (example,))
    if state.repair is None or WRITE_FILE not in work.offered or _is_right_already(state):
        return answers.fixed(task, state, work.done)
    if not state.writes and len(work.done) + ATTEMPT <= MAX_CALLS:
        return WRITE_FILE, {"file_path": state.path, "content": state.repair.content}
    if not state.writes or state.spent or error_of(state.writes[-1][2]):
        return answers.fixed(task, state, work.done)
    if program and state.failed and not state.probe and (similar := _similar(example)):
        return run_call(program, (similar,))
    if program and not state.after and not turned_out_wrong(state):
        return run_call(program, (example,))
    if turned_out_wrong(state):  # as it was before
        return WRITE_FILE, {"file_path": state.path, "content": state.source}
    tests = test_file(work)
    if tests and not state.tests and RUN_FILE in work.offered:
        return run_call(tests)
    return answers.fixed(task, state, work.done)


def turned_out_wrong(state: Fixing) -> bool:
    """Whether the program still gives another number after the change."""
    if not state.repair:
        return False
    if state.probe and not same(number_printed(state.probe[2]),
                                usual(_first_argument(state.probe))):
        return True
    if not state.after:
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


def _state(work: Work, verified: bool) -> Fixing:
    """Where the repair stands. `verified`: a run can show which of several repairs is right."""
    task, done = work.task, work.done
    writes = work.calls(WRITE_FILE)
    first = done.index(writes[0]) if writes else len(done)
    runs = [one for one in done if one[0] == RUN_FILE]
    before = {text: one for one in done[:first] if one in runs and (text := _first_argument(one))}
    seen = {text: number for text, one in before.items()
            if (number := number_printed(one[2])) is not None}
    if task.got is not None and task.expression not in seen:
        seen[task.expression] = task.got
    found = []
    for _, arguments, result in work.calls(READ_FILE):
        text, whole = text_of_file(result)
        if error_of(result) or not whole:
            continue
        path = str(arguments.get("file_path"))
        sure = derive(text, task.expression, task.wanted, seen)
        repairs = (candidates(text, task.expression, task.wanted, seen) if verified
                   else [sure] if sure else [])
        found += [(path, text, repair) for repair in repairs]
    found = found[:MAX_ATTEMPTS]
    if not found:
        return Fixing("", "", None, True, 0, before.get(task.expression), writes, None, None, None)
    failed = len(writes) // 2  # each was written and taken back
    spent = failed >= len(found) or bool(writes) and not len(writes) % 2 and bool(
        error_of(writes[-1][2]))
    at = min(failed, len(found) - 1) if not spent else max(failed - 1, 0)
    path, source, repair = found[at]
    own = writes[2 * at:]
    example = task.expression or repair.expression
    similar = _similar(example) if failed else ""
    later = [one for one in done[done.index(own[0]):] if one in runs] if own else []
    return Fixing(
        path, source, repair, spent, failed, before.get(example), own,
        next((one for one in later if _first_argument(one) == similar != ""), None),
        next((one for one in reversed(later) if _first_argument(one) == example), None),
        next((one for one in later if not _first_argument(one)), None))


def _similar(example: str) -> str:
    """The same with larger numbers; empty when it has no value. A later attempt is checked with it
    first: the example itself has given the same wrong number twice by then."""
    text = re.sub(r"\d{1,9}", lambda m: str(int(m[0]) + 1), example)
    return text if usual(text) is not None else ""


def _first_argument(run: Done) -> str:
    args = run[1].get("args")
    return args[0] if isinstance(args, list) and args and isinstance(args[0], str) else ""
