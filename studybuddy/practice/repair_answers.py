"""How a repair went, in words: what was wrong, what was changed, what the programs then showed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studybuddy.practice import wording
from studybuddy.practice.file_answers import listed, output, path_of, sentence
from studybuddy.practice.file_results import number_printed, ran, text_of_file
from studybuddy.practice.file_task import Task
from studybuddy.practice.file_work import Done
from studybuddy.practice.files import READ_FILE
from studybuddy.practice.repair import Change, Move, same
from studybuddy.practice.wording import error_of, show_number, was_rejected

if TYPE_CHECKING:
    from studybuddy.practice.file_fixing import Fixing

NOTHING = "I have changed nothing."


def not_the_usual_order(task: Task, value: float | None) -> str:
    """The example asks for something that the order of operations does not give."""
    if value is None:
        return f"I cannot work out {task.expression}. {NOTHING}"
    return (f"In the usual order of operations {task.expression} is {show_number(value)}, not "
            f"{show_number(task.wanted)}. {NOTHING}")


def fixed(task: Task, state: Fixing, done: list[Done]) -> str:
    """How a repair went."""
    rejected = bool(done) and was_rejected(done[-1][2])
    lines = [wording.answer(done[-1:])] if rejected else []
    before = number_printed(state.before[2]) if state.before else None
    example = task.expression or (state.repair.expression if state.repair else "")
    wanted = state.repair.wanted if state.repair else task.wanted
    if state.before and not state.writes and same(before, wanted):
        return (f"{path_of(state.before)} gives {show_number(before)} for {example}, as it should. "
                f"{NOTHING}")
    seen = ""
    if state.before and before is not None:
        seen = f" {path_of(state.before)} gave {show_number(before)} for {example}."
    if state.repair is None:
        return "\n".join([*lines, *_no_repair(seen, done)])
    what = " and ".join(_told(change) for change in state.repair.changes)
    lines.append(f"The fault is in {state.path}: {what}.{seen}")
    written = [one for one in state.writes if not error_of(one[2]) and not was_rejected(one[2])]
    error = error_of(state.writes[-1][2]) if state.writes and not rejected else None
    if error:
        lines.append(f"Writing it did not work: {sentence(error)}")
    if not written:
        lines.append(NOTHING)
    elif len(written) > 1:
        lines.append("With the change the example still came out wrong, so I have written the file "
                     "as it was before.")
        lines += _others(state.failed - 1)
    else:
        lines += _others(state.failed)
        lines.append("I changed that and left every other character of the file as it was.")
        lines += [_verified(state), *_tested(state)]
    return "\n".join(lines)


def _told(change: Change | Move) -> str:
    if isinstance(change, Move):
        old, new = (f"with {_signs(one)}" if one else "alone"
                    for one in (change.before, change.after))
        return (f"in line {change.line} the operator {_signs(change.signs)} stands {old} "
                f"and must stand {new if change.after else 'in the group that is empty'}")
    return (f"in line {change.line} the precedence of {_signs(change.signs)} is {change.before} "
            f"and must be {change.after}")


def _others(failed: int) -> list[str]:
    """The attempts before this one, which did not help."""
    if failed < 1:
        return []
    places = "another place" if failed == 1 else f"{failed} other places"
    return [f"I had tried {places} first: it did not help, and I wrote it back as it was."]


def _signs(signs: tuple[str, ...]) -> str:
    return " and ".join(f'"{sign}"' for sign in signs)


def _verified(state: Fixing) -> str:
    if state.after is None or state.repair is None or was_rejected(state.after[2]):
        return "I have not run the example again, so the change is not verified."
    path, result = path_of(state.after), state.after[2]
    number = number_printed(result)
    if same(number, state.repair.wanted):
        return (f"Verified: {path} now gives {show_number(number)} for "
                f"{state.repair.expression}.")
    error = error_of(result)
    return ("The change could not be verified: "
            + (sentence(error) if error else output(path, result)))


def _tested(state: Fixing) -> list[str]:
    if state.tests is None or was_rejected(state.tests[2]):
        return []
    path, run, error = path_of(state.tests), ran(state.tests[2]), error_of(state.tests[2])
    if error:
        return [f"{path} could not be run: {sentence(error)}"]
    if run.code == 0:
        return [f"{path} passes."]
    last = (run.stderr.strip() or run.stdout.strip() or run.note or "it says nothing").splitlines()
    return [f"{path} does not pass: {last[-1][:200]}"]


def _no_repair(seen: str, done: list[Done]) -> list[str]:
    reads = [one for one in done if one[0] == READ_FILE and not error_of(one[2])]
    cut = [path_of(one) for one in reads if not text_of_file(one[2])[1]]
    lines = [seen.strip()] if seen else []
    if reads:
        lines.append(f"I read {listed(map(path_of, reads))} and cannot derive a repair: I can mend "
                     "one wrong precedence in a table or a group of operators, and found none.")
    else:
        lines.append("I have read no Python file that I could repair.")
    if cut:
        lines.append(f"Of {listed(cut)} I could read only the beginning.")
    return [*lines, NOTHING]
