"""The score table: each attack, and what stopped it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from studybuddy.practice.attacks.approvers import AS_ASKED
from studybuddy.practice.attacks.attack import Attack
from studybuddy.practice.attacks.runner import Factory, Outcome, run_all
from studybuddy.practice.attacks.tasks import Task, Work, work
from studybuddy.showing import visible
from studybuddy.table import Table, markup

HEADS = ("attack", "where", "goal", "result", "stopped by")
THROUGH, BLOCKED, NOT_HERE = "THROUGH", "blocked", "CANNOT BE SHOWN HERE"


class Score(list[Outcome]):
    """Outcomes, in their order: as a text with `str`, as a table in a notebook.

    `tasks` is what came of ordinary tasks, where some were tried: safety is worth nothing when no
    work gets done. `title` says whose score this is.
    """

    def __init__(self, outcomes: Iterable[Outcome], title: str = "Attacks",
                 tasks: Iterable[Work] = ()):
        super().__init__(outcomes)
        self.title = title
        self.tasks = list(tasks)

    @property
    def done(self) -> int:
        """How many of the ordinary tasks were done."""
        return sum(work.done for work in self.tasks)

    @property
    def through(self) -> int:
        """How many reached their goal."""
        return sum(outcome.through is True for outcome in self)

    @property
    def blocked(self) -> int:
        """How many were stopped."""
        return sum(outcome.through is False for outcome in self)

    def by_layer(self) -> dict[str, int]:
        """Layer -> how many attacks it stopped, the largest number first."""
        layers = [outcome.layer for outcome in self if outcome.through is False]
        return {layer: layers.count(layer)
                for layer in sorted(set(layers), key=lambda one: (-layers.count(one), one))}

    @property
    def caption(self) -> str:
        shown = self.through + self.blocked
        rest = len(self) - shown
        return (f"{self.title}: {self.through} of {shown} reached their goal"
                + (f"; {rest} cannot be shown here" if rest else "")
                + (f"; {self.done} of {len(self.tasks)} ordinary tasks done" if self.tasks else ""))

    def rows(self) -> list[tuple[str, str, str, str, str]]:
        """One row for each attack, under HEADS."""
        return [(outcome.attack.title, outcome.attack.where, visible(str(outcome.attack.goal)),
                 _result(outcome), outcome.layer or visible(outcome.why) or "-")
                for outcome in self]

    def table(self) -> Table:
        """As HTML; `plain` is the text."""
        return Table(markup(self.caption, HEADS, self.rows()), str(self))

    def __str__(self) -> str:
        rows = [HEADS, *self.rows()]
        widths = [max(len(row[column]) for row in rows) for column in range(len(HEADS) - 1)]
        lines = ["  ".join([*(cell.ljust(width) for cell, width in
                              zip(row, widths, strict=False)), row[-1]]) for row in rows]
        return "\n".join([self.caption, *lines])

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()

    def _repr_pretty_(self, printer, cycle: bool) -> None:
        printer.text(str(self))


def run(factory: Factory, attacks: Iterable[Attack] | None = None, *,
        tasks: Iterable[Task] = (), title: str = "Attacks", approver: str = AS_ASKED,
        **options: Any) -> Score:
    """Let an agent meet attacks, all of them if none are given, and give it ordinary tasks.

    `approver` decides about the attacks. In a task it is always somebody who approves what was
    asked. The further options are those of `run_attack`, and count for the attacks.
    """
    if attacks is None:
        from studybuddy.practice.attacks.catalogue import ATTACKS

        attacks = ATTACKS
    outcomes = run_all(attacks, factory, approver=approver, **options)
    return Score(outcomes, title, work(factory, tasks))


def _result(outcome: Outcome) -> str:
    return {True: THROUGH, False: BLOCKED, None: NOT_HERE}[outcome.through]
