"""Tries the wrong answers of tests/mistakes, each as `lesson.check` does it in a notebook.

Each one runs in a copy of the process that asks. A copy of pytest, with the thousands of tests that
it has collected, takes several times as long to make as the answer runs: so this is done in a
process of its own (see `tried`), which is as large as a learner's kernel.
"""

from __future__ import annotations

import io
import linecache
import multiprocessing
import warnings
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from studybuddy.workbook import bench, cards, child, runner
from studybuddy.workbook.runtime import Lesson

FOLDER = Path(__file__).parents[1] / "mistakes"


def load(path: Path) -> dict:
    """The namespace after the lesson's own code and the learner's."""
    namespace = {"__name__": "__main__"}
    given = path.with_name("given.py")
    for file in ([given] if given.exists() else []) + [path]:
        linecache.checkcache(str(file))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)  # some mistakes are made of such code
            code = compile(file.read_text(encoding="utf-8"), str(file), "exec", dont_inherit=True)
        exec(code, namespace)
    return namespace


class Here:
    """Runs a job in this process, whose modules the children of later jobs then have."""

    def run(self, job: runner.Job) -> runner.Report:
        table = bench.Bench(lambda event: None, job.namespace)
        with child.captured():
            result = child.resolve(job.task)(table, job.answer, **job.options)
        return runner.Report(runner.FINISHED, result)


@cache
def warm(number: str, name: str) -> None:
    """Load what a check needs, as a session has it that worked through the lesson: else each of
    the many answers would load it anew. Nothing is judged here."""
    for answer in ("solution", "stub"):
        path = FOLDER / number / f"{name}_{answer}.py"
        if path.exists():
            lesson = Lesson()
            lesson.runner = Here()
            exec("lesson.check(CHECK, ANSWER)", load(path) | {"lesson": lesson})


class Tried(NamedTuple):
    """What came of an answer: its card, what its file expects of that, and what went to stderr."""

    card: cards.Card
    expected: str | None
    written: str


def _tried(path: Path) -> Tried:
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()) as written:
        warm(path.parent.name, path.stem.partition("_")[0])
        namespace = load(path)
        lesson = namespace["lesson"] = Lesson()
        seconds = bench.CALL_SECONDS
        # Known to use all the time that it is given. One that starts programs, asks a server or
        # meets attacks needs it before.
        if "never_ends" in path.stem and "subprocess" not in path.read_text(encoding="utf-8"):
            seconds = 0.5 if path.parent.name in ("05", "08", "10") else 0.25
        with mock.patch.object(bench, "CALL_SECONDS", seconds):
            exec(compile("lesson.check(CHECK, ANSWER)", f"<cell of {path.name}>", "exec"),
                 namespace)
    return Tried(lesson.cards[-1], namespace["EXPECT"], written.getvalue())


@cache
def _process() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))


@cache
def tried(path: Path) -> Tried:
    """What comes of this answer. Each one is tried once for all tests."""
    return _process().submit(_tried, path).result()


def card_of(path: Path) -> cards.Card:
    """The card that this answer gets."""
    return tried(path).card
