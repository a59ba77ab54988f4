"""The turns of a chat below each other, of which only the newest is drawn anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from studybuddy.agent import Run
from studybuddy.panels.base import close_boxes, widgets
from studybuddy.panels.chat_turn_box import TurnBox
from studybuddy.panels.chat_turns import Turn

PART = 25
"""Turns in one widget. A widget is sent whole when its children change: all turns in one would cost
the more, the longer the conversation is."""


class TurnList:
    """The widgets of all turns; `box` holds them. `where` gives the local file of a source.

    `draw` shows the turns of a run as they are now. `over` counts those at its beginning that are
    as they were when they were drawn last.
    """

    def __init__(self, where: Callable[[str], Path | None]):
        self._where = where
        self._run: Run | None = None
        self.boxes: list[TurnBox] = []
        self.box = widgets.VBox()
        self.box.add_class("sb-live")

    def draw(self, run: Run | None, turns: list[Turn], over: int, live: bool) -> None:
        """`live` says whether the newest turn is still being answered."""
        if run is not self._run or len(turns) < len(self.boxes):
            self.clear()
            self._run, over = run, 0
        if run is None:
            return
        for number in range(min(over, len(self.boxes)), len(turns)):
            if number == len(self.boxes):
                self._add(TurnBox(self._where))
            self.boxes[number].draw(turns[number], run, live and number == len(turns) - 1)

    def _add(self, box: TurnBox) -> None:
        if len(self.boxes) % PART == 0:
            self.box.children = (*self.box.children, widgets.VBox())
        self.boxes.append(box)
        part = self.box.children[-1]
        part.children = (*part.children, box.box)

    def clear(self) -> None:
        """No turn is shown any more."""
        gone = self.box.children
        for box in self.boxes:
            box.retire()
        self.boxes, self.box.children = [], ()
        close_boxes(gone)
