"""Replies that are to be a quiz."""

from __future__ import annotations

import json

from hypothesis import strategies as st

from studybuddy import Quiz, QuizError, parse_quiz
from tests.fuzz.mutate import byte_changes, json_changes, spoil, spoil_json
from tests.fuzz.target import Target, require_sentence
from tests.quiz.replies import MARS, MERCURY, SATURN

GOOD = {"topic": "Planets", "questions": [MERCURY, SATURN, MARS]}
AROUND = ["{}", "```json\n{}\n```", "Here it is: {}", "<think>{}</think>", "</think>{}", "\ufeff{}",
          "{} {}", "[{}]", '{"quiz": {}}', "<think>" * 200 + "{}", "{" * 3_000 + "{}",
          '{"questions": ' * 300 + "{}", '"' * 5_000 + "{}", "```" * 2_000 + "{}",
          "\\" * 9_999 + "{}"]


class ParseQuiz(Target):
    """A quiz that holds all that a quiz must hold, or QuizError with words for the model."""

    seconds = 4.0
    batch = 100

    def strategy(self):
        return st.tuples(json_changes(5), byte_changes(3), st.sampled_from(AROUND),
                         st.text(max_size=20), st.none() | st.integers(-1, 4))

    def check(self, value):
        inner, outer, around, words, n = value
        text = around.replace("{}", spoil_json(GOOD, inner)) + words
        data = spoil(text.encode("utf-8", "surrogatepass"), outer)
        raw = data.decode("utf-8", "surrogatepass" if not outer else "replace")
        try:
            quiz = parse_quiz(raw, n)
        except QuizError as error:
            require_sentence(str(error), 2_000)
            return
        assert isinstance(quiz, Quiz) and quiz.questions
        assert n is None or len(quiz.questions) == n
        json.dumps(quiz.model_dump(), allow_nan=False).encode()
        for question in quiz.questions:
            assert len(question.options) == 4 and 0 <= question.answer_index <= 3
            assert len({option.strip().casefold() for option in question.options}) == 4
            question.question.encode("utf-8")
        assert parse_quiz(quiz.model_dump_json()).questions == quiz.questions


TARGETS = {"parse_quiz": ParseQuiz}
