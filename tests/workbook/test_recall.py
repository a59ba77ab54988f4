"""Recall questions: what a lesson gives to a later one stands there in the same words."""

import re

import pytest

from studybuddy.workbook import define
from tests import lessons

SOURCES = {path.name[:2]: path.read_text(encoding="utf-8") for path in lessons.SOURCES}
ASKED = [(number, recall) for number in define.numbers() for recall in define.load(number).recall
         if recall.asked_in in SOURCES]


def plain(text):
    return " ".join(re.sub(r"[`*#]|</?code>", "", text).lower().split())


def test_there_are_questions():
    assert len(ASKED) >= 10


@pytest.mark.parametrize(("number", "recall"), ASKED,
                         ids=lambda value: value if isinstance(value, str) else value.asked_in)
def test_the_question_stands_in_the_lesson_that_asks_it(number, recall):
    assert plain(recall.question) in plain(SOURCES[recall.asked_in])
