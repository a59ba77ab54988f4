"""QuizPanel: a quiz to take in a notebook, one question at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from studybuddy.panels.base import Panel, is_shown, show, widgets
from studybuddy.panels.markup import block, inline, plain, word
from studybuddy.panels.quiz_parts import (
    LETTERS,
    as_html,
    as_text,
    explained,
    head,
    labelled,
    link,
)
from studybuddy.panels.sheet import OPEN, RIGHT, WRONG, AnswerSheet
from studybuddy.quiz import Quiz

KEYS = "Keys: Tab and the arrows move, Enter or Space chooses."
_KIND = {RIGHT: "good", WRONG: "bad", OPEN: "note"}
_BOM = "\ufeff"  # tells spreadsheets that a CSV file is UTF-8


class QuizPanel(Panel):
    """A quiz as a panel: a question, four buttons, then what each option is and why.

    `quiz` is a Quiz, a list of questions, or a dict with `questions`; a question may be a Question
    or a dict. `key` is explained at `Panel`. Raises ValueError for what is no quiz.

    From Python: `answers`, `score`, `results()`, `save(path)`, and the buttons `options` (four),
    `next`, `skip`, `back`, `finish`, `retry`, `restart`; `panel.options[1].click()` answers B.
    """

    def __init__(self, quiz: Quiz | Mapping | Sequence, *, key: str | None = None):
        self.quiz = _as_quiz(quiz)
        self._sheet = AnswerSheet(self.quiz)
        self._round = list(range(len(self.quiz.questions)))  # the questions that are gone through
        self._at = 0  # the place in the round; behind its end stands the score
        super().__init__(key)
        self._head, self._question, self._after = (widgets.HTML() for _ in range(3))
        self._after.add_class("sb-live")
        self._keys = widgets.HTML(f'<p class="sb-small sb-keys">{KEYS}</p>')
        self.options = [self.button("", partial(self._choose, choice), "sb-option")
                        for choice in range(len(LETTERS))]
        self._choices = widgets.VBox(self.options)
        self._choices.add_class("sb-arrows").add_class("sb-choices")
        self.back = self.button("Back", lambda: self._go(self._at - 1))
        self.next = self.button("Next question", lambda: self._go(self._at + 1), "sb-main")
        self.finish = self.button("See the score", lambda: self._go(len(self._round)), "sb-main")
        self.retry = self.button("", self._retry, "sb-main")
        self.restart = self.button("Start again", self._restart)
        # At the other end of the row: where Next was, a second click would skip a question.
        self.skip = self.button("Skip", lambda: self._go(self._at + 1), "sb-end")
        self._row = widgets.HBox([self.back, self.next, self.finish, self.retry, self.restart,
                                  self.skip])
        self._row.add_class("sb-arrows")
        self._files = widgets.HTML()
        self.fill(self._head, self._question, self._choices, self._after, self._row, self._files,
                  self._keys)
        self._draw()

    # -- for Python -------------------------------------------------------------------------------

    @property
    def answers(self) -> list[int | None]:
        """For each question the position of the chosen option (0 to 3), or None."""
        return list(self._sheet.answers)

    @property
    def score(self) -> int:
        """The number of questions whose answer is right now."""
        return self._sheet.score

    def results(self) -> dict:
        """The whole result as plain data; see `AnswerSheet.results`."""
        return self._sheet.results()

    def save(self, path: str | Path) -> Path:
        """Write the results to a file that ends in .csv or .json; returns its path.

        An older file of that name is replaced. Raises ValueError for another ending, OSError when
        it cannot be written.
        """
        path = Path(path)
        texts = {".csv": lambda: _BOM + self._sheet.as_csv(), ".json": self._sheet.as_json}
        if path.suffix.lower() not in texts:
            raise ValueError('The name must end in .csv or .json, such as "results.csv".')
        path.write_text(texts[path.suffix.lower()](), encoding="utf-8", newline="")
        return path

    # -- what the buttons do ----------------------------------------------------------------------

    def _choose(self, choice: int) -> None:
        self._sheet.answer(self._round[self._at], choice)
        self._draw()
        self._focus()

    def _go(self, place: int) -> None:
        if place >= len(self._round):  # from the score, Back leads through the whole quiz
            self._round = list(range(len(self.quiz.questions)))
            place = len(self._round)
        self._at = place
        self._draw()
        self._focus()

    def _retry(self) -> None:
        self._round = self._sheet.not_right()
        self._sheet.open_again(self._round)
        self._go(0)

    def _restart(self) -> None:
        self._sheet = AnswerSheet(self.quiz)
        self._round = list(range(len(self.quiz.questions)))
        self._go(0)

    def _focus(self) -> None:
        """Move the keyboard to the first thing to do: what it was on may be hidden now."""
        wanted = (self.options[0], self.next, self.finish, self.retry, self.restart)
        next(button for button in wanted if is_shown(button)).focus()

    # -- drawing ----------------------------------------------------------------------------------

    def _draw(self) -> None:
        done = self._at >= len(self._round)
        answered = done or self._sheet.answers[self._round[self._at]] is not None
        last = self._at == len(self._round) - 1
        if done:
            self._draw_score()
        else:
            self._draw_question(self._round[self._at])
        empty = not self.quiz.questions
        wrong = self._sheet.not_right()
        self.retry.description = f"Try again what was not right ({len(wrong)})"
        show(self._choices, not answered)
        for button, shown in (
                *((option, not answered) for option in self.options),
                (self.back, self._at > 0 and not empty),
                (self.next, answered and not done and not last),
                (self.finish, answered and not done and last),
                (self.skip, not answered),
                (self.retry, done and bool(wrong)),
                (self.restart, done and not empty)):
            show(button, shown)
        self.skip.description = "See the score" if last else "Skip"
        show(self._question, not done)
        show(self._keys, not done)
        show(self._files, done and not empty)

    def _draw_question(self, number: int) -> None:
        question = self.quiz.questions[number]
        place = f"Question {self._at + 1} of {len(self._round)}"
        if len(self._round) < len(self.quiz.questions):
            place += f" to try again (question {number + 1} of the quiz)"
        answered = sum(choice is not None for choice in self._sheet.answers)
        self._head.value = head(
            self.quiz, f"{place}. So far {answered} answered, {self.score} right.")
        self._question.value = block(question.question, "sb-question")
        for button, (letter, text) in zip(self.options, labelled(question), strict=True):
            # The letter is isolated: the text alone decides from which side the line is read.
            button.description = f"\u2068{letter}\u2069 {plain(text)}" if letter else plain(text)
        choice = self._sheet.answers[number]
        self._after.value = "" if choice is None else explained(question, choice)

    def _draw_score(self) -> None:
        total = len(self.quiz.questions)
        if not total:
            self._head.value = head(self.quiz, "This quiz has no questions.")
            return
        self._head.value = head(self.quiz, "The end of the quiz.")
        said = f"<p><strong>{self.score} of {total} right</strong>"
        if self._sheet.score_first != self.score:
            said += f", {self._sheet.score_first} at the first try"
        rows = "".join(
            f'<li class="sb-{_KIND[result]}">{number + 1}. {word(_capital(result), _KIND[result])} '
            f"{inline(question.question)}</li>"
            for number, question in enumerate(self.quiz.questions)
            for result in [self._sheet.result(number)])
        self._after.value = f"{said}.</p><ul>{rows}</ul>"
        self._files.value = "<p>Save the results: " + ", ".join(
            link(self.quiz.topic, kind, text) for kind, text in
            (("csv", _BOM + self._sheet.as_csv()), ("json", self._sheet.as_json()))) + "</p>"

    # -- without widgets --------------------------------------------------------------------------

    def static_text(self) -> str:
        """All questions with their options, the right answers at the end."""
        return as_text(self.quiz)

    def static_html(self) -> str:
        """All questions with their options; each answer is folded."""
        return as_html(self.quiz)


def _as_quiz(given: object) -> Quiz:
    """The quiz in whatever was handed over, as a copy: a later change of it changes no panel."""
    from pydantic import ValidationError

    if isinstance(given, Sequence) and not isinstance(given, (str, bytes)):
        given = {"questions": list(given)}
    try:
        return Quiz.model_validate(given, from_attributes=True).model_copy(deep=True)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part + 1 if isinstance(part, int) else part) for part in first["loc"])
        raise ValueError(f"This is no quiz{f' (at {place})' if place else ''}: {first['msg']}. "
                         "Give what parse_quiz or generate_quiz returned.") from None


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
