"""The answer sheet of a quiz: what was answered, the score, and the results as CSV and JSON.

Nothing here knows a widget.
"""

from __future__ import annotations

import json

from studybuddy.csvtext import csv_text
from studybuddy.quiz import Quiz

COLUMNS = ("number", "question", "result", "chosen", "right_answer", "tries", "right_at_first_try",
           "explanation", "source")
RIGHT, WRONG, OPEN = "right", "wrong", "not answered"


class AnswerSheet:
    """The answers to one quiz.

    `answers` holds for each question the position of the chosen option (0 to 3), or None.
    """

    def __init__(self, quiz: Quiz):
        self.quiz = quiz
        self.answers: list[int | None] = [None] * len(quiz.questions)
        self._tries = [0] * len(quiz.questions)
        self._first: list[int | None] = [None] * len(quiz.questions)

    def answer(self, number: int, choice: int) -> bool:
        """Note an answer to question `number` (from 0); returns whether it is right.

        A question that is answered already keeps its answer until `open_again`.
        """
        if self.answers[number] is None:
            self.answers[number] = choice
            self._tries[number] += 1
            if self._tries[number] == 1:
                self._first[number] = choice
        return self.result(number) == RIGHT

    def result(self, number: int) -> str:
        """RIGHT, WRONG or OPEN, the words for question `number`."""
        return self._judged(self.answers[number], number)

    def _judged(self, choice: int | None, number: int) -> str:
        if choice is None:
            return OPEN
        return RIGHT if choice == self.quiz.questions[number].answer_index else WRONG

    @property
    def score(self) -> int:
        """The number of questions whose answer is right now."""
        return sum(self.result(number) == RIGHT for number in range(len(self.answers)))

    @property
    def score_first(self) -> int:
        """The number of questions that were right at the first try."""
        return sum(self._judged(choice, number) == RIGHT
                   for number, choice in enumerate(self._first))

    def not_right(self) -> list[int]:
        """The questions that are wrong or not answered, in order."""
        return [number for number in range(len(self.answers)) if self.result(number) != RIGHT]

    def open_again(self, numbers: list[int]) -> None:
        """Take the answers to these questions back. Tries and first answers are kept."""
        for number in numbers:
            self.answers[number] = None

    def results(self) -> dict:
        """All of it as plain data: `topic`, `total`, `answered`, `score`, `score_first`, and
        `questions`, one dict each with the names of COLUMNS and the `options`."""
        rows = []
        for number, (question, choice) in enumerate(
                zip(self.quiz.questions, self.answers, strict=True)):
            rows.append({
                "number": number + 1,
                "question": question.question,
                "options": list(question.options),
                "result": self.result(number),
                "chosen": None if choice is None else question.options[choice],
                "right_answer": question.answer,
                "tries": self._tries[number],
                "right_at_first_try": self._judged(self._first[number], number) == RIGHT,
                "explanation": question.explanation,
                "source": question.source,
            })
        return {"topic": self.quiz.topic, "total": len(rows),
                "answered": sum(choice is not None for choice in self.answers),
                "score": self.score, "score_first": self.score_first, "questions": rows}

    def as_json(self) -> str:
        """`results()` as JSON, in ASCII, so that no character can be lost or broken on its way."""
        return json.dumps(self.results(), indent=2)

    def as_csv(self) -> str:
        """One row a question. A text that a spreadsheet would run as a formula gets an apostrophe
        in front; hidden characters are shown by code point."""
        return csv_text(COLUMNS, ([row[name] for name in COLUMNS]
                                  for row in self.results()["questions"]))
