"""The `lesson` object: what a notebook calls. No call ever raises because of a learner's code.

    lesson.start("01")                  what is ready
    lesson.predict("01.p1", my_guess)   a guess, before the result shows
    lesson.claim("01.p1", observed)     the run decides a prediction
    lesson.claim("a sentence", value)   the run confirms what the text says
    lesson.check("01.2", walk)          an answer on its cases
    lesson.passed("01.2")               whether that check passed in this kernel
    lesson.finish("01")                 what is passed, what is next
"""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path

import studybuddy
from studybuddy import environment
from studybuddy.workbook import (
    callsite,
    cards,
    checks,
    course,
    define,
    explain,
    lines,
    older,
    progress,
    runner,
    stale,
    unknown,
    values,
)
from studybuddy.workbook.cards import Card

PACKAGE = "studybuddy.workbook"
_EXAMINE = "studybuddy.workbook.checks:examine"
_FOLLOW = "studybuddy.workbook.trees:follow"
_SIDE_BY_SIDE = "studybuddy.workbook.checks:side_by_side"
# Which argument of the notebook's call is the learner's answer: its place and its name.
_PLACE_OF_ANSWER = {_EXAMINE: (1, "answer"), _FOLLOW: (0, "walker"), _SIDE_BY_SIDE: (0, "mine")}
OWN_FAULT = "The workbook has a fault here. Your code may be right: go on without this."
FIRST_PASS = "Pass the check above first, then run this cell again."
KEPT = "{names} passed earlier, and that stays. The code that is here now has not passed."
AS_GIVEN = ("Did you change a cell? Then all is well: the sentence speaks of the lesson as it was "
            "given.")


class CheckNotPassed(Exception):
    """Raised by a check that does not pass, in nbgrader's runs only: there an exception is the
    only thing that takes points away."""


class Live:
    """True, and shows nothing when it is the last value of a cell."""

    def __bool__(self) -> bool:
        return True

    def _ipython_display_(self) -> None:
        pass


class Lesson:
    """The state of one notebook. Make none of your own: use `studybuddy.workbook.lesson`.

    `runner` runs a learner's code; None takes the best one for this machine.
    """

    def __init__(self) -> None:
        self.number: str | None = None
        self.runner: runner.Runner | None = None
        self.cards: list[Card] = []
        self._progress: progress.Progress | None = None
        self._passed_here: set[str] = set()
        self._older = older.Older()
        stale.remember()

    # -- the calls of a notebook ---------------------------------------------------------------

    def start(self, number: str) -> None:
        """Begin the lesson `number`, such as "04": says what is ready. Nothing of the answer
        depends on the machine."""
        self._progress = progress.find()
        explain.explain_here()
        self._older.follow_here()
        definition = self._definition(number)
        if definition is None:
            return
        self.number = number
        if cards.shell() is not None and stale.changed():
            self._show(Card(cards.NOT_YET, "The package changed since this kernel started.", [
                ("next", f"Choose Kernel > Restart Kernel, then {unknown.ALL_ABOVE}.")]))
            return
        stale.remember()
        rows = [("Python", "3.11 or newer: yes" if sys.version_info >= (3, 11)
                 else "too old: install 3.11 or newer"),
                ("mode", "offline: no key and no network needed"),
                ("time", f"about {definition.minutes} minutes"),
                ("checks", f"{len(definition.checks)} to pass: {', '.join(definition.checks)}"),
                ("NameError", f"a cell above did not run: choose {unknown.ALL_ABOVE}")]
        if self._progress.why_not_kept:
            rows.append(("progress", self._progress.why_not_kept))
        self._show(Card(cards.READY, f"Lesson {number}: {definition.title}", rows))

    def predict(self, name: str, guess: object = "?") -> None:
        """Record a `guess`, one letter, before the result shows; `name` is the prediction's, such
        as "04.p1". The first guess is kept."""
        prediction = self._find("predictions", name)
        if prediction is None:
            return
        letters = list(prediction.options)
        letter = guess.strip().strip("\"'.)(").lower() if isinstance(guess, str) else ""
        if letter not in letters:
            nothing = letter in ("", "?") and isinstance(guess, str)
            kept = self._kept.lesson(_lesson_of(name))["guesses"].get(name)
            if nothing and kept in letters:
                self._show(Card(cards.RECORDED, f"Prediction {name}: your earlier guess, {kept}, "
                                                "is kept. Now run the next cell."))
                return
            self._show(Card(cards.NOT_YET, f"Prediction {name}: " + (
                "no guess yet." if nothing else "this is none of the letters."), [
                *([] if nothing else [("came back", f"`{values.shown(guess)}`")]),
                ("next", f"Type {_either(letters)} between the quotes, then run this cell."),
                *([("kept", f"your earlier guess, {kept}")] if kept in letters else [])]))
            return
        first = self._kept.guess(_lesson_of(name), name, letter)
        note = "" if first == letter else f" Your first guess, {first}, is kept."
        self._show(Card(cards.RECORDED,
                        f"Prediction {name}: {letter}.{note} Now run the next cell."))

    def claim(self, what: str, value: object, expected: object = define.NOTHING, *,
              cannot: str = "") -> None:
        """Test what the text says about an output, or settle a prediction.

        `claim("01.p1", observed)` lets the run decide the prediction. `claim(sentence, value)`
        takes a computed True or False; `claim(sentence, value, expected)` compares two values. A
        value that was written down, such as True, proves nothing and is refused. With `cannot`,
        a value of None means that this machine cannot show the fact, for that reason.
        """
        if isinstance(what, str) and _is_id(what):
            self._settle(what, value)
            return
        what = what if isinstance(what, str) else values.shown(what)
        if value is None and cannot:
            self._show(Card(cards.CANNOT_BE_SHOWN, what, [("because", cannot)]))
            return
        frame = callsite.frame_of_caller(PACKAGE)
        call = callsite.call_in(frame) if frame is not None else None
        given = callsite.argument(call, 1, "value")
        if frame is not None and given is not None and not callsite.is_computed(given, frame):
            self._show(Card(cards.DOES_NOT_HOLD, what, [
                ("because", f"`{values.clipped(_source(given))}` was written down, not computed."),
                ("next", "Give the claim a value that this cell computed.")]))
            return
        if expected is define.NOTHING:
            truth = _truth(value)
            if truth is None:
                self._show(Card(cards.DOES_NOT_HOLD, what, [
                    ("came back", f"`{values.shown(value)}`"),
                    ("next", "Give the claim a comparison: it must be True or False.")]))
            else:
                self._show(Card(cards.CONFIRMED, what) if truth else
                           Card(cards.DOES_NOT_HOLD, what, [("next", AS_GIVEN)]))
        elif values.same(value, expected):
            self._show(Card(cards.CONFIRMED, what))
        else:
            self._show(Card(cards.DOES_NOT_HOLD, what, [
                ("expected", f"`{values.shown(expected)}`"),
                ("came back", f"`{values.shown(value)}`"), ("next", AS_GIVEN)]))

    def check(self, name: str, answer: object = define.NOTHING) -> None:
        """Try `answer` on the cases of the check `name`, such as "04.1", and say the one most
        useful thing.

        Raises CheckNotPassed in nbgrader's runs, after the card, when it does not pass; and
        KeyboardInterrupt, after a card, when a person interrupts the kernel.
        """
        if isinstance(name, str):
            self._passed_here.discard(name)
        try:
            card = self._checked(name, answer)
        except KeyboardInterrupt:
            self._show(Card(cards.NOT_YET, f"Check {values.shown(name)}: you stopped it.", [
                ("next", "Nothing is lost. Change your code, or run this cell again.")]))
            raise KeyboardInterrupt from None
        card.rows[:0] = self._older_of(_EXAMINE)
        if card.status == cards.PASSED:
            self._kept.passed(_lesson_of(name), name)
            self._passed_here.add(name)
        else:
            card.rows += self._earlier(name)
        self._show(card)
        if card.status != cards.PASSED and os.environ.get("NBGRADER_EXECUTION"):
            raise CheckNotPassed(f"{card.title.replace('`', '')}") from None

    def passed(self, name: str) -> bool:
        """Whether the last run of the check `name` in this kernel passed; else a card says what to
        do. A cell that calls the learner's own function asks first, so that a function that has a
        gap, an error or no end does not stop all cells below.

            if lesson.passed("04.4"):
                ...
        """
        if isinstance(name, str) and name in self._passed_here:
            return True
        if self._find("checks", name) is not None:
            self._show(Card(cards.NOT_YET, f"This cell needs check {name}.", [
                ("next", FIRST_PASS), *self._earlier(name)]))
        return False

    def draw(self, expression: str) -> None:
        """The syntax tree of the text `expression`, as a picture. Parses; never runs."""
        from studybuddy.workbook import trees

        try:
            cards.show(trees.picture(trees.parse(expression), expression))
        except trees.CannotDraw as reason:
            self._show(Card(cards.NOT_YET, str(reason)))
        except Exception as error:
            self._show(_fault("This picture", error))

    def trace(self, walker: object, expression: str) -> None:
        """Let `walker` walk the text `expression`; draw when it finished each node, and with which
        value."""
        from studybuddy.workbook import trees

        try:
            tree = trees.parse(expression)
        except trees.CannotDraw as reason:
            self._show(Card(cards.NOT_YET, str(reason)))
            return
        if not callable(walker):
            self._show(Card(cards.NOT_YET, "Give the function itself, without brackets after it.",
                            [("came back", f"`{values.shown(walker)}`")]))
            return
        title = f"The walk of `{values.clipped(expression)}` stopped."
        try:
            report = self._run(_FOLLOW, walker, {"expression": expression})
            if report.ending == runner.FAULT:
                self._show(Card(cards.NOT_YET, title, [("came back", f"`{report.fault}`"),
                                                       ("next", FIRST_PASS)]))
                return
            result = report.result or {
                "error": checks.stopped() if report.ending == runner.TIMEOUT else checks.DIED,
                "where": report.where}
            older = self._older_of(_FOLLOW)
            if "error" in result:
                where = [("where", result["where"])] if result["where"] else []
                self._show(Card(cards.NOT_YET, title, [
                    *older, ("came back", f"`{result['error']}`"), *where, ("next", FIRST_PASS)]))
                return
            if older:
                self._show(Card(cards.NOT_YET, "The picture below is of an older version.", older))
            steps = {tuple(key): (turn, value) for key, turn, value in result["steps"]}
            cards.show(trees.picture(tree, expression, steps))
        except Exception as error:
            self._show(_fault("This picture", error))

    def compare(self, mine: object, other: object, inputs: list) -> None:
        """Give the same inputs to `mine`, the learner's function, and to `other`, side by side.

        An input is one argument, or a tuple of arguments.
        """
        if not callable(mine) or not callable(other) or not isinstance(inputs, (list, tuple)):
            self._show(Card(cards.NOT_YET, "Give two functions and a list of inputs.", [
                ("next", "Write `lesson.compare(mine, other, [\"2 + 3\"])`, "
                         "without brackets after the names.")]))
            return
        try:
            # Lists, since a task's options travel as JSON.
            each = [list(one) if isinstance(one, tuple) else [one] for one in inputs]
            report = self._run(_SIDE_BY_SIDE, mine, {"inputs": each})
            rows = []
            for number, (given, note) in enumerate(zip(each, report.notes, strict=False), 1):
                yours, theirs = note["answer"], checks.answer_of(other, given)
                came = (f"both: {yours}" if yours == theirs
                        else f"yours: {yours}\n{_home(other)}: {theirs}")
                tried = ", ".join(f"`{values.shown(one)}`" for one in given)
                rows.append((str(number), f"{tried}\n{came}"))
            if report.ending != runner.FINISHED:
                rows.append(("next", checks.faults.NO_STOP if report.ending == runner.TIMEOUT
                             else checks.faults.PROCESS_ENDED))
            rows[:0] = self._older_of(_SIDE_BY_SIDE)
            self._show(Card(cards.COMPARED, f"Yours beside {_home(other)}'s", rows))
        except Exception as error:
            self._show(_fault("This comparison", error))

    def workdir(self, number: str) -> Path:
        """A fresh folder `calculator` of your own for lesson `number`, with a copy of the project's
        where that is found: upwards from here, else beside the package. Nobody else can look into
        the folder round it, and both are removed when Python ends."""
        around = Path(tempfile.mkdtemp(prefix=f"studybuddy-{number}-"))
        atexit.register(_remove, around, os.getpid())
        folder = around / "calculator"  # its own name, as the project's: models repeat it
        folder.mkdir()
        place, beside = Path.cwd(), Path(studybuddy.__file__).resolve().parent.parent
        for parent in (place, *place.parents, beside):
            if (parent / "calculator" / "main.py").is_file():
                shutil.copytree(parent / "calculator", folder, dirs_exist_ok=True,
                                ignore=shutil.ignore_patterns("__pycache__", ".*"))
                folder.chmod(0o700)  # the copy brought the rights of its original
                break
        return folder

    def notes(self) -> Path:
        """The folder with the course notes: found upwards from here, else beside the package.

        Without any it is the place where they belong, after a card that says so.
        """
        from studybuddy.rag.opening import DEFAULT, find_notes

        beside = Path(studybuddy.__file__).resolve().parent.parent / DEFAULT
        found = find_notes() or beside
        if not found.is_dir():
            self._show(Card(cards.NOT_YET, "The course notes are not here.", [
                ("next", "Open this lesson from the whole project: it brings `data/notes`.")]))
        return found

    def live(self, title: str) -> Live | None:
        """Whether a real model can be asked: true with a key, else None. A card with the `title`
        says which.

            if lesson.live("The same question to a real model"):
                ...
        """
        practice = environment.get("STUDYBUDDY_MODEL") == "practice"
        if not practice and (environment.get("GEMINI_API_KEY") or environment.get("LLM_API_KEY")):
            self._show(Card(cards.READY, f"{title}: a key was found, so a real model is asked."))
            return Live()
        self._show(Card(cards.SKIPPED, f"{title}: no key was found, so nothing was sent.",
                        [("next", "Nothing. The lesson is complete without it.")]))
        return None

    def finish(self, number: str | None = None) -> None:
        """Where the learner stands in lesson `number` (by default the one begun): predictions,
        passed, not yet, next."""
        number = number or self.number or ""
        definition = self._definition(number)
        if definition is None:
            return
        known = self._kept.lesson(number)
        passed = [name for name in definition.checks if name in known["passed"]]
        todo = [name for name in definition.checks if name not in known["passed"]]
        earlier = [name for name in passed if name not in self._passed_here]
        rows = [("passed", ", ".join(passed) or "none"), ("not yet", ", ".join(todo) or "none")]
        if earlier:
            rows.append(("kept", KEPT.format(names=", ".join(earlier))))
        rows += [(name, _summed_up(known["guesses"].get(name), known["shown"].get(name)))
                 for name in definition.predictions]
        later = course.next_after(number)
        if todo:
            rows.append(("next", f"Go back to check {todo[0]}. Its card says what to try."))
        elif later is not None:
            rows.append(("next", f"Open lesson {later}: {course.title_of(later)}."))
        elif number == max(course.NAMES):
            rows.append(("next", "This was the last lesson. All of it is yours now."))
        else:
            rows.append(("next", "This is the last lesson that is written so far."))
        if self._kept.why_not_kept:
            rows.append(("progress", self._kept.why_not_kept))
        count = f"Lesson {number}: {len(passed)} of {len(definition.checks)} checks "
        self._show(Card(cards.NOT_YET if todo else cards.FINISHED, count + (
            f"are passed, {len(earlier)} of them earlier." if earlier else "pass."), rows))

    def map(self) -> None:
        """The map of the course: what is passed, what is next."""
        try:
            found = course.places({number: self._kept.lesson(number)["passed"]
                                   for number in define.numbers()})
            cards.show(course.picture(found))
        except Exception as error:
            self._show(_fault("The map", error))

    # -- how they are done ---------------------------------------------------------------------

    @property
    def _kept(self) -> progress.Progress:
        if self._progress is None:
            self._progress = progress.find()
        return self._progress

    def _definition(self, number: object) -> define.Lesson | None:
        try:
            return define.load(number)
        except define.UnknownLesson as reason:
            self._show(Card(cards.NOT_YET, f"There is no lesson {values.shown(number)}.",
                            [("next", str(reason))]))
        except Exception as error:
            self._show(_fault(f"Lesson {values.shown(number)}", error))
        return None

    def _find(self, kind: str, name: object):
        """A check or prediction by its id; None after a card that says what is wrong with it."""
        found, card = self._look_up(kind, name)
        if card is not None:
            self._show(card)
        return found

    def _look_up(self, kind: str, name: object):
        one = kind[:-1]
        number = _lesson_of(name)
        if self.number is not None and number in define.numbers() and number != self.number:
            return None, Card(cards.NOT_YET, f"{name} belongs to lesson {number}.", [
                ("next", f"This notebook is lesson {self.number}. "
                         f"Open lesson {number}, or correct the number.")])
        place = number if number in define.numbers() else self.number
        known = list(getattr(define.load(place), kind)) if place else []
        if name not in known:
            next_ = (f"Use one of these: {', '.join(known)}." if known
                     else "Run the cell with `lesson.start` first.")
            return None, Card(cards.NOT_YET, f"There is no {one} {values.shown(name)}.",
                              [("next", next_)])
        return getattr(define.load(place), kind)[name], None

    def _settle(self, name: str, observed: object) -> None:
        """Let the run decide a prediction. Without a guess the reason stays hidden."""
        prediction = self._find("predictions", name)
        if prediction is None:
            return
        try:
            letter = prediction.seen(observed)
        except Exception:  # the cell was changed, and the value is of another kind
            letter = None
        if letter != prediction.right:
            title = f"Prediction {name}: this run shows another value."
            self._show(Card(cards.DOES_NOT_HOLD, title, [
                ("came back", f"`{values.shown(observed)}`"),
                ("next", "Run the cells below the prediction once more, in order, as given.")]))
            return
        number = _lesson_of(name)
        self._kept.shown(number, name, letter)
        guess = self._kept.lesson(number)["guesses"].get(name)
        reasons = prediction.options
        if guess not in reasons:
            self._show(Card(cards.NO_GUESS, f"Prediction {name}: the run has the answer.", [
                ("you said", "nothing yet"),
                ("next", f"Make prediction {name} above, then run this cell again.")]))
        elif guess == letter:
            self._show(Card(cards.CONFIRMED, f"Prediction {name}: the answer is {letter}.", [
                ("you said", f"{guess}, as the run shows"), ("because", reasons[letter])]))
        else:
            self._show(Card(cards.CONFIRMED, f"Prediction {name}: the answer is {letter}.", [
                ("you said", f"{guess}. {reasons[guess]}"),
                ("the run says", f"{letter}. {reasons[letter]}")]))

    def _checked(self, name: object, answer: object) -> Card:
        try:
            check, card = self._look_up("checks", name)
            if check is None:
                return card
            title = f"Check {name}, {check.name}"
            if answer is define.NOTHING:
                return Card(cards.NOT_YET, f"{title}: no answer was given.", [
                    ("next", f"Put your answer behind it: `lesson.check(\"{name}\", answer)`.")])
            if isinstance(check, define.Order):
                return _card(title, checks.compare_order(check, answer), check)
            assert isinstance(name, str)  # one of the names of checks
            number = _lesson_of(name)
            report = self._run(_EXAMINE, answer, {"number": number, "name": name},
                               checks.naming_for(answer, number, name))
            if report.ending == runner.FAULT:
                return _fault(title, report.fault)
            result = report.result
            if result is None:
                result = checks.unfinished(check, report.last("case"), report.last("good") or 0,
                                           report.last("failing"), report.ending, report.where)
            return _card(title, result, check)
        except Exception as error:
            return _fault(f"Check {values.shown(name)}", error)

    def _earlier(self, name: object) -> list[tuple[str, str]]:
        """The row of a card about a check that is not passed now, and was before."""
        kept = self._kept.lesson(_lesson_of(name))["passed"]
        return [("kept", KEPT.format(names=name))] if name in kept else []

    def _run(self, task: str, answer: object, options: dict,
             naming: lines.Naming | None = None) -> runner.Report:
        from studybuddy.workbook import program

        frame = callsite.frame_of_caller(PACKAGE)
        namespace = frame.f_globals if frame is not None else {}
        made = None
        if frame is not None:
            made = program.of_caller(frame, *_PLACE_OF_ANSWER[task])
        job = runner.Job(task, answer, namespace, options, made, naming or lines.Naming())
        return (self.runner or runner.choose()).run(job)

    def _older_of(self, task: str) -> list[tuple[str, str]]:
        """The row of a card that says that the answer of the notebook's call is an older one."""
        frame = callsite.frame_of_caller(PACKAGE)
        return self._older.note(_names_of_answer(task), frame.f_globals) if frame else []

    def _show(self, card: Card) -> None:
        if self._progress is not None:
            card.rows += [("progress", message) for message in self._progress.messages]
            self._progress.messages.clear()
        self.cards.append(card)
        cards.show(card)


# -- words -------------------------------------------------------------------------------------


def _card(title: str, result: dict, check: define.Check | define.Order) -> Card:
    """The card of a check, from what was found."""
    rows = [tuple(row) for row in result["rows"]]
    if isinstance(check, define.Order):
        return (Card(cards.PASSED, f"{title}: {check.passed}", rows) if result["passed"]
                else Card(cards.NOT_YET, f"{title}: the order is not right yet.", rows))
    total = len(check.cases)
    if result["passed"]:
        return Card(cards.PASSED, f"{title}: " + (
            f"all {total} cases pass." if total > 1 else "it passes."), rows)
    if result["good"] is None:
        return Card(cards.NOT_YET, f"{title}: nothing was tried yet.", rows)
    return Card(cards.NOT_YET, f"{title}: {result['good']} of {total} cases pass so far.", rows)


def _fault(title: str, error: BaseException | str) -> Card:
    kind = error if isinstance(error, str) else type(error).__name__
    return Card(cards.NOT_YET, f"{title}: it could not be tried.", [
        ("came back", f"`{kind}` in the workbook"), ("next", OWN_FAULT)])


def _summed_up(guess: str | None, shown: str | None) -> str:
    """A prediction in the words of the last card: the first guess, and what the run showed."""
    if guess is None:
        return "no guess yet"
    if shown is None:
        return f"you said {guess}; its run is still to come"
    return f"you said {guess}, as the run shows" if guess == shown else (
        f"you said {guess}, the run showed {shown}")


def _names_of_answer(task: str) -> set[str]:
    """The names in the answer that the notebook's own call gave for this task."""
    import ast

    frame, place = callsite.frame_of_caller(PACKAGE), _PLACE_OF_ANSWER.get(task)
    given = (callsite.argument(callsite.call_in(frame), *place)
             if frame is not None and place is not None else None)
    return {node.id for node in ast.walk(given) if isinstance(node, ast.Name)} if given else set()


def _home(function: object) -> str:
    """Where a function comes from, in one word: its package."""
    module = getattr(function, "__module__", None) or ""
    package = module.partition(".")[0]
    return package if package not in ("", "__main__") else "the other"


def _either(letters: list[str]) -> str:
    return ", ".join(letters[:-1]) + f" or {letters[-1]}"


def _is_id(text: str) -> bool:
    """Whether a text is the id of a prediction, such as "01.p1", or of a check."""
    number, dot, rest = text.partition(".")
    return bool(dot) and len(number) == 2 and number.isdigit() and (
        rest[:1] == "p" and rest[1:].isdigit())


def _lesson_of(name: object) -> str:
    return name.partition(".")[0] if isinstance(name, str) else ""


def _truth(value: object) -> bool | None:
    """True or False for a truth value, also one of numpy's; None for anything else."""
    if isinstance(value, bool):
        return value
    if type(value).__name__ in ("bool_", "bool") and hasattr(value, "dtype"):
        return bool(value)
    return None


def _source(node) -> str:
    import ast

    return ast.unparse(node)


def _remove(folder: Path, owner: int) -> None:
    if os.getpid() == owner:  # a child that was copied from the kernel ends without it
        shutil.rmtree(folder, ignore_errors=True)


lesson = Lesson()
