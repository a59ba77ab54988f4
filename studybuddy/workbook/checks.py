"""Trying an answer on the cases of a check, and finding the one most useful thing to say.

`examine` and `compare_order` are pure: an answer in, plain data out. `examine` runs on a bench,
in a process that can be stopped; before each trial it notes what it is about to try, so that the
one who waits can still speak of it when the trial never ends.
"""

from __future__ import annotations

import copy
import inspect
import re
from collections.abc import Callable
from types import FunctionType
from typing import Any

from studybuddy.workbook import bench, define, faults, lines, values
from studybuddy.workbook.bench import Attempt, Bench


class Evidence:
    """What is known about an answer that failed a case: what a Mistake's `seen` looks at.

    `case` is the name of the case, `value`, `error`, `kind`, `text`, `nothing` and `printed` are
    those of its Attempt. More can be found out: each further look runs the learner's code again.
    """

    def __init__(self, trials: _Trials, case: define.Case, attempt: Attempt):
        self._trials = trials
        self.case = case.name
        self.attempt = attempt
        self.answer: Any = trials.answer

    value = property(lambda self: self.attempt.value)
    error = property(lambda self: self.attempt.error)
    kind = property(lambda self: self.attempt.kind)
    text = property(lambda self: self.attempt.text)
    nothing = property(lambda self: self.attempt.nothing)
    printed = property(lambda self: self.attempt.printed)

    def same(self, expected: object) -> bool:
        """Whether the value that came back is this one."""
        return self.error is None and values.same(self.value, expected)

    def call(self, *args: object) -> Attempt:
        """The learner's answer called with other arguments."""
        return self._trials.bench.call(self.answer, *args)

    def run(self, function: Callable, *args: object) -> Attempt:
        """A function of the lesson that uses the learner's code, on the clock."""
        return self._trials.bench.call(function, *args)

    def of(self, name: str) -> Attempt:
        """What happened, or happens now, in the case of this name."""
        return self._trials.attempt(name)

    def passes(self, name: str) -> bool:
        """Whether the case of this name passes."""
        return self._trials.passes(name)

    def own_calls(self, *args: object) -> int:
        """How often the learner's function calls itself by its name during one call."""
        namespace = getattr(self.answer, "__globals__", self._trials.bench.namespace)
        name = getattr(self.answer, "__name__", "")
        count, before = 0, namespace.get(name)

        def counting(*args, **kwargs):
            nonlocal count
            count += 1
            return self.answer(*args, **kwargs)

        namespace[name] = counting
        try:
            self._trials.bench.call(self.answer, *args)
        finally:
            namespace[name] = before
        return count


class _Trials:
    """The cases of a check, each tried at most once."""

    def __init__(self, table: Bench, check: define.Check, answer: object):
        self.bench = table
        self.check = check
        self.answer: Any = answer
        self.good: int | None = None  # how many cases passed, None before the first
        self.changed: dict[str, bool] = {}
        self._attempts: dict[str, Attempt] = {}
        self._cases = {case.name: case for case in check.cases}

    def attempt(self, name: str, *, look_for_gaps: bool = False) -> Attempt:
        if name in self._attempts and not look_for_gaps:
            return self._attempts[name]
        case = self._cases[name]
        args = case.args() if callable(case.args) else copy.deepcopy(case.args)
        before = None if case.may_change else _copy_of(args)
        if case.run is not None:
            attempt = self.bench.call(case.run, self.answer, *args, look_for_gaps=look_for_gaps)
        elif callable(self.answer):
            attempt = self.bench.call(self.answer, *args, look_for_gaps=look_for_gaps)
        else:
            attempt = Attempt(self.answer)
        if not look_for_gaps:
            self._attempts[name] = attempt
            self.changed[name] = before is not None and not values.same(args, before)
        return attempt

    def right(self, name: str) -> bool:
        """Whether the case gives what it must, whatever it does to its arguments."""
        case, attempt = self._cases[name], self.attempt(name)
        if case.refuse is not None:
            return isinstance(attempt.error, case.refuse)
        if attempt.error is not None:
            return False
        if case.passes is not None:
            try:
                return bool(case.passes(attempt.value))
            except values.RAISED:  # it looked for what this value does not have
                return False
        return values.same(attempt.value, case.expected)

    def passes(self, name: str) -> bool:
        return self.right(name) and not self.changed[name]


def examine(table: Bench, answer: object, number: str, name: str) -> dict:
    """Try an answer on all cases of a check, up to the first that fails.

    Returns {"passed": bool, "good": number of cases passed, "rows": [[label, text], ...]}.
    """
    check = define.load(number).checks[name]
    assert isinstance(check, define.Check)
    table.naming = naming_for(answer, number, name)
    if check.prepare is not None:
        check.prepare()
    trials = _Trials(table, check, answer)
    try:
        return _examined(table, check, answer, trials)
    except BaseException as error:
        if not (where := table.own_line(error)):
            raise
        return {"passed": False, "good": trials.good, "rows": [
            ("came back", f"`{values.shown_error(error)}`"), ("where", where),
            ("next", faults.LOOKED_AT)]}


def _examined(table: Bench, check: define.Check, answer: object, trials: _Trials) -> dict:
    try:
        faults.require_kind(check, answer)
        faults.require_parameters(check, answer)
    except faults.Misfit as misfit:
        return {"passed": False, "good": None, "rows": misfit.rows}
    rows = []
    for good, case in enumerate(check.cases):
        trials.good = good
        table.note(case=case.name, good=good)
        passes = trials.passes(case.name)
        attempt = trials.attempt(case.name)
        if not passes:
            failing = [("tried", tried(check, case)), ("expected", wanted(case)),
                       ("came back", _came_back(case, attempt))]
            table.note(failing=failing)  # also known when a further look never ends
            return {"passed": False, "good": good,
                    "rows": failing + _advice(trials, case, attempt)}
        rows.append((case.name, _gave(check, case, attempt)))
    return {"passed": True, "good": len(check.cases), "rows": rows}


def naming_for(answer: object, number: str, name: str) -> lines.Naming:
    """Which functions a card about this answer names beside their lines: the others."""
    known = define.load(number).checks
    return lines.Naming(frozenset(lines.names_of(answer, known[name].name)),
                        {check.name: found for found, check in known.items()})


def _advice(trials: _Trials, case: define.Case, attempt: Attempt) -> list[tuple[str, str]]:
    """The rows "where" and "next" about a case that failed: the most useful thing first."""
    if _has_gap(trials) and (gap := trials.attempt(case.name, look_for_gaps=True).gap):
        return [("where", gap), ("next", faults.STILL_OPEN)]
    if values.holds_gap(attempt.value):
        return [("next", faults.STILL_OPEN)]
    where = [("where", attempt.where)] if attempt.where else []
    if trials.right(case.name) and trials.changed[case.name]:
        return [*where, ("next", faults.INPUT_CHANGED)]
    evidence = Evidence(trials, case, attempt)
    for mistake in trials.check.mistakes:
        if (not mistake.cases or case.name in mistake.cases) and _seen(mistake, evidence):
            return [*where, ("next", mistake.says)]
    if attempt.error is not None:
        return [*where, ("next", faults.about_error(attempt, trials.bench.namespace))]
    if attempt.value is None and case.refuse is None:
        return [("next", faults.PRINTED if attempt.printed.strip() else faults.NOTHING_RETURNED)]
    return [("next", trials.check.otherwise)]


def unfinished(check: define.Check, name: str | None, good: int, failing: list | None,
               ending: str, where: str) -> dict:
    """As `examine`, for an answer whose trial ended its process or never ended.

    `name` is the case that was tried, None when none was; `failing` are the rows already known;
    `where` is the learner's line that was running, or "".
    """
    stuck = ending == "timeout"
    case = next((case for case in check.cases if case.name == name), None)
    rows = [tuple(row) for row in failing or []]
    if not rows:
        if case is not None:
            rows = [("tried", tried(check, case)), ("expected", wanted(case))]
        rows.append(("came back", stopped() if stuck else DIED))
    says = faults.NO_STOP if stuck else faults.PROCESS_ENDED
    if case is not None:
        evidence = Ended(case.name, "NoEnd" if stuck else "Died")
        for mistake in check.mistakes:
            if mistake.cases and case.name in mistake.cases and _seen(mistake, evidence):
                says = mistake.says
                break
    if where:
        rows.append(("where", where))
    return {"passed": False, "good": good, "rows": [*rows, ("next", says)]}


DIED = "nothing: the process died"


def stopped() -> str:
    """What came back from code that did not stop."""
    return f"nothing: it was stopped after {bench.CALL_SECONDS:g} seconds"


class Ended:
    """Evidence about a case that never came back: only `case` and `kind`, NoEnd or Died."""

    value = error = None
    text = printed = ""
    nothing = False

    def __init__(self, case: str, kind: str):
        self.case = case
        self.kind = kind

    def same(self, expected: object) -> bool:
        return False


def _seen(mistake: define.Mistake, evidence: Evidence | Ended) -> bool:
    try:
        return bool(mistake.seen(evidence))
    except values.RAISED:  # it looked for what this answer does not have
        return False


def side_by_side(table: Bench, answer: Callable, inputs: list[list]) -> dict:
    """Give each list of arguments to the learner's function, and note what came back in words."""
    for arguments in inputs:
        table.note(answer=table.call(answer, *copy.deepcopy(arguments)).shown())
    return {}


def answer_of(function: Callable, arguments: list) -> str:
    """What a function of the package gives, in the same words."""
    try:
        return Attempt(function(*copy.deepcopy(arguments))).shown()
    except Exception as error:
        return Attempt(error=error).shown()


def compare_order(order: define.Order, answer: object) -> dict:
    """As `examine`, for lines in order. Takes "e c b a", "ecba", "E, C, B, A" or a list."""
    letters = _letters(order, answer)
    if letters is None:
        example = " ".join(sorted(order.lines)[: len(order.accepted[0])])
        count = {3: "three", 4: "four", 5: "five", 6: "six"}.get(len(order.accepted[0]), "the")
        return {"passed": False, "good": None, "rows": [
            ("came back", f"`{values.shown(answer)}`"),
            ("next", f"Write {count} letters in order, in quotes, such as `\"{example}\"`.")]}
    lines = ("your lines", "\n".join(f"`{letter}` {'`' + order.lines[letter] + '`'}"
                                     for letter in letters))
    if letters in order.accepted:
        return {"passed": True, "good": None, "rows": [lines]}
    says = next((rule.says for rule in order.rules if rule.seen(letters)), order.otherwise)
    return {"passed": False, "good": None, "rows": [lines, ("next", says)]}


def _letters(order: define.Order, answer: object) -> str | None:
    """The letters of an answer as one text; None when there are none or others."""
    if isinstance(answer, (list, tuple)) and all(isinstance(one, str) for one in answer):
        answer = " ".join(answer)
    if not isinstance(answer, str):
        return None
    letters = re.sub(r"[\s,;.>-]+", "", answer.lower())
    if not letters or len(letters) > 2 * len(order.lines) or set(letters) - set(order.lines):
        return None
    return letters


# -- words -------------------------------------------------------------------------------------


def tried(check: define.Check, case: define.Case) -> str:
    """The trial as a learner would type it, with the name of the case."""
    return f"{_call(check, case)} ({case.name})"


def _call(check: define.Check, case: define.Case) -> str:
    text = case.shown
    if not text and not callable(case.args):
        text = f"{check.name}({', '.join(repr(one) for one in case.args)})"
    return f"`{text}`" if text else case.name


def wanted(case: define.Case) -> str:
    """What a case expects, in words."""
    if case.wanted:
        return case.wanted
    if case.refuse is not None:
        return f"a `{case.refuse.__name__}`"
    return f"`{values.shown(case.expected)}`"


def _came_back(case: define.Case, attempt: Attempt) -> str:
    text = attempt.shown()
    if case.came is not None and attempt.error is None:
        try:
            text = f"`{values.shown(case.came(attempt.value))}`"
        except values.RAISED:  # the value is of another kind: then all of it is shown
            pass
    if attempt.error is None and attempt.value is None and attempt.printed.strip():
        return f"{text}, and it printed `{values.clipped(attempt.printed, 60)}`"
    return text


def _gave(check: define.Check, case: define.Case, attempt: Attempt) -> str:
    if callable(case.gives):
        return case.gives(attempt.value)
    if case.gives:
        return case.gives
    if case.refuse is not None:
        return f"{_call(check, case)} is refused"
    return f"{_call(check, case)} gives {attempt.shown()}"


def _copy_of(args: tuple) -> tuple | None:
    """A copy to compare with afterwards; None where nothing in it is plain data that changes."""
    if not any(isinstance(one, (list, dict, set)) for one in args):
        return None
    try:
        return copy.deepcopy(args)
    except values.RAISED:
        return None


def _has_gap(trials: _Trials) -> bool:
    """Whether the text of the learner's code may hold an open gap, on any line."""
    found = trials.answer if isinstance(trials.answer, tuple) else (trials.answer,)
    if any(_gap_in(part) for one in found for part in (one, *_methods(one))):
        return True
    # A helper of the learner's, in another cell, may be the one with the gap.
    return any(_gap_in(one) for one in list(trials.bench.namespace.values())
               if type(one) is FunctionType and one.__globals__ is trials.bench.namespace)


def _methods(answer: object) -> list[Callable]:
    """The functions of a class: the text of a class itself is not found in a notebook."""
    return [one for one in values.members(answer) if type(one) is FunctionType]


def _gap_in(thing: object) -> bool:
    try:
        lines, _ = inspect.getsourcelines(thing)  # type: ignore[arg-type]
    except (OSError, TypeError):
        return False
    return any(line.strip().startswith("...") for line in lines)
