"""One turn of a chat as widgets: the question, its steps, the answer, and what came with it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

from studybuddy.agent import Run
from studybuddy.panels.base import Panel, show, widgets
from studybuddy.panels.chat_turns import Turn, quiz_in
from studybuddy.panels.chat_view import (
    answer_html,
    found_html,
    question_html,
    steps_html,
    steps_of,
)
from studybuddy.runstate import ANSWERED

_numbers = count(1)


class TurnBox:
    """The widgets of one turn; `box` holds them. `where` gives the local file of a source."""

    def __init__(self, where: Callable[[str], Path | None]):
        self._where = where
        self._question, self._steps, self._answer, self._found = (widgets.HTML() for _ in range(4))
        self.box = widgets.VBox([self._question, self._steps, self._answer, self._found])
        self.box.add_class("sb-turn")
        self._steps.add_class("sb-quiet")  # the status line tells a screen reader enough
        self._quiz: Panel | None = None
        self._drawn: tuple | None = None

    def draw(self, turn: Turn, run: Run, live: bool) -> None:
        """Show the turn as it is now; `live` while it is being answered."""
        now = (turn.question, turn.status, turn.answer, turn.unkept, len(turn.messages), live,
               run.status if live else "", len(run.events) if live else 0)
        if now == self._drawn:
            return
        self._drawn = now
        quiz = quiz_in(turn.answer) if turn.status == ANSWERED and not live else None
        self._question.value = question_html(turn)
        self._steps.value = steps_html(steps_of(run, turn), live)
        self._answer.value = "" if live else answer_html(turn, quiz is not None)
        self._found.value = "" if live else found_html(turn, self._where)
        for part in (self._steps, self._answer, self._found):
            show(part, bool(part.value))
        if quiz is not None and self._quiz is None:
            from studybuddy.panels.quiz import QuizPanel

            # A place of its own: the next quiz of this chat takes nothing away.
            self._quiz = QuizPanel(quiz, key=f"in a chat, {next(_numbers)}")
            self.box.children = (self._question, self._steps, self._quiz.box, self._answer,
                                 self._found)

    def retire(self) -> None:
        """The turn is shown no more."""
        if self._quiz is not None:
            self._quiz.retire()
