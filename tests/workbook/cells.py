"""Cells of a notebook, run as a kernel runs them: with one namespace, their text known."""

from __future__ import annotations

import linecache

from studybuddy.workbook.runtime import Lesson


class Notebook:
    """Runs cells. `lesson` is a fresh one; `cards` are those that the last cell showed."""

    def __init__(self, runner=None):
        self.lesson = Lesson()
        self.lesson.runner = runner
        # As in a kernel: the texts of all cells that were run stand in `In`.
        self.namespace = {"__name__": "__main__", "lesson": self.lesson, "In": [""],
                          "get_ipython": lambda: None}
        self.cards = []
        self._count = 0

    def run(self, text: str):
        """Run one cell and return the last card that it showed, None when it showed none."""
        self._count += 1
        name = f"<test cell {self._count} of {id(self)}>"
        linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
        self.namespace["In"].append(text)
        before = len(self.lesson.cards)
        exec(compile(text, name, "exec", dont_inherit=True), self.namespace)
        self.cards = self.lesson.cards[before:]
        return self.cards[-1] if self.cards else None
