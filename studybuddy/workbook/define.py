"""How a lesson is defined: plain data and small functions, one `LESSON` in each lessons/NN.py.

    LESSON = Lesson(
        title="a calculator that only calculates", minutes=40,
        predictions={"01.p1": Prediction(...)},
        checks={"01.1": Order(...), "01.2": Check(...)},
        recall=(Recall(...),))

A check tries an answer on its cases in their order and speaks of the first that fails. The order
matters: the plainest case of each rule first. Mistakes are recognised by what the answer does,
never by how it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

FUNCTION, CLASS, TEXT, NUMBER = "function", "class", "text", "number"
LIST, DICT, ANY = "list", "dict", "any"


class _Nothing:
    def __repr__(self) -> str:
        return "NOTHING"


NOTHING = _Nothing()
"""Stands for "no value given", where None is a value."""


@dataclass(frozen=True)
class Case:
    """One named trial of an answer.

    `name` has two to four words. What is done with the answer is `run(answer, *args)`, by default
    the call `answer(*args)`; for an answer that is no function or class, `run` is required or the
    answer itself is the value. `args` is a tuple, copied for each trial, or a function without
    parameters that makes one. `shown` is the trial as the learner would type it, by default
    the call.

    The case passes when the value is `expected` (numbers to 1 in 10**9), or when `passes(value)`
    is true (an exception in it counts as false: the value lacks what it looked for), or, with
    `refuse`, when that exception is raised. `wanted` says in words what is expected, `gives` (a
    text, or a function of the value) what came back when it passes; both have defaults. `came`
    picks from a value what is shown of it when the case fails. Arguments that are lists or
    dictionaries must be unchanged afterwards, unless `may_change`.
    """

    name: str
    args: tuple | Callable[[], tuple] = ()
    expected: object = NOTHING
    refuse: type[BaseException] | None = None
    passes: Callable[[Any], object] | None = None
    run: Callable[..., object] | None = None
    shown: str = ""
    wanted: str = ""
    gives: str | Callable[[Any], str] = ""
    came: Callable[[Any], object] | None = None
    may_change: bool = False


@dataclass(frozen=True)
class Mistake:
    """A wrong answer that learners give.

    `seen(evidence)` tells it by behaviour (see `checks.Evidence`; an exception in it counts as
    false); `says` is the row "next", at most 20 words. `cases` limits it to the cases of these
    names; none means all.
    """

    says: str
    seen: Callable[[Any], object]
    cases: tuple[str, ...] = ()


@dataclass(frozen=True)
class Check:
    """An exercise whose answer is a value, a function, a class or several of these.

    `name` is the name in the contract, `asks` what kind of thing the answer is: one of function,
    class, text, number, list, dict, any, or a tuple of these when the answer is a tuple.
    `parameters` are the names that the contract gives to a function's parameters. `otherwise` is
    said about a wrong value that no mistake explains. `prepare` is called before the clock runs,
    for imports. `wrong_kind` is said when another kind of thing comes.
    """

    name: str
    cases: tuple[Case, ...]
    otherwise: str
    asks: str | tuple[str, ...] = FUNCTION
    parameters: tuple[str, ...] | None = None
    mistakes: tuple[Mistake, ...] = ()
    prepare: Callable[[], object] | None = None
    wrong_kind: str = ""


@dataclass(frozen=True)
class OrderRule:
    """`seen(letters)` tells a wrong order from its letters, a text such as "ecba"."""

    says: str
    seen: Callable[[str], object]


@dataclass(frozen=True)
class Order:
    """Lines to put in order. `accepted` are all right orders, such as "ecba"; `lines` maps each
    letter to its line; the first rule that is seen gives the message. `passed` says what the
    order shows."""

    name: str
    lines: Mapping[str, str]
    accepted: tuple[str, ...]
    rules: tuple[OrderRule, ...]
    passed: str
    otherwise: str = "Say aloud what each line needs. Then put it after the line that makes it."


@dataclass(frozen=True)
class Prediction:
    """A question that the run answers.

    `options` maps each letter to its reason: why it is right, or which idea is behind it. `seen`
    turns the value that the run observed into a letter. `right` is the letter that the lesson
    expects the run to show.
    """

    options: Mapping[str, str]
    right: str
    seen: Callable[[Any], str]


@dataclass(frozen=True)
class Recall:
    """A question on this lesson that a later lesson asks, with its answer."""

    asked_in: str
    question: str
    answer: str


@dataclass(frozen=True)
class Lesson:
    """One lesson. `minutes` is the estimate in its title."""

    title: str
    minutes: int
    predictions: Mapping[str, Prediction] = field(default_factory=dict)
    checks: Mapping[str, Check | Order] = field(default_factory=dict)
    recall: tuple[Recall, ...] = ()


class UnknownLesson(LookupError):
    """There is no lesson with this number; the text is a sentence for the learner."""


def numbers() -> list[str]:
    """The numbers of all lessons that exist, in order: "00", "01", ..."""
    folder = Path(__file__).with_name("lessons")
    return sorted(path.stem for path in folder.glob("[0-9][0-9].py"))


def load(number: object) -> Lesson:
    """The definition of a lesson, such as "01". Raises UnknownLesson."""
    known = numbers()
    if not isinstance(number, str) or number not in known:
        raise UnknownLesson("Write the number of a lesson as a text, "
                            f"from {known[0]!r} to {known[-1]!r}.")
    return import_module(f"studybuddy.workbook.lessons.{number}").LESSON
