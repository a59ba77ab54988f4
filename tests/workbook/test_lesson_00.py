"""Lesson 00: what it says of all lessons is true, and its first card counts as a learner would."""

from __future__ import annotations

import re

import pytest

from studybuddy.workbook import cards
from tests import lessons
from tests.workbook.cells import Notebook


def headings(path) -> list[str]:
    return [line for cell in lessons.source(path).cells if cell.kind != "code"
            for line in re.findall(r"^#+ (.*)$", cell.text, re.MULTILINE)]


@pytest.mark.parametrize("path", lessons.SOURCES, ids=lambda path: path.stem[:2])
def test_the_words_of_the_headings_stand_in_each_lesson(path):
    first = "\n".join(cell.text for cell in lessons.source(lessons.SOURCES[0]).cells)
    told = re.search(r"([^.]*) stand in the headings of each lesson", first).group(1)
    words = re.findall(r"\*(\w+)\*", told)
    assert len(words) == 3
    for word in words:
        assert any(line.split()[0].rstrip(":") == word for line in headings(path)), word


def test_a_rounded_answer_is_told_how_many_cases_it_passes(monkeypatch):
    monkeypatch.setenv("STUDYBUDDY_PROGRESS", "none")
    card = Notebook().run("""
def average(points, credits):
    return round(sum(p * c for p, c in zip(points, credits)) / sum(credits), 2)
lesson.check("00.1", average)""")
    assert card.status == cards.NOT_YET and "3 of 4 cases pass" in repr(card), card


def test_a_question_that_is_not_typed_yet_is_not_asked():
    """The practice model would answer "?" with words about an earlier answer, and there is none."""
    cells = [cell.text for cell in lessons.source(lessons.SOURCES[0]).cells
             if "agent.ask(str(my_question))" in cell.text]
    assert len(cells) == 1
    notebook = Notebook()
    said = []
    notebook.namespace.update(print=lambda *words: said.append(" ".join(map(str, words))))
    for question in ("?", "What is 15% of 2,480?"):
        exec(f"from studybuddy import Agent, PracticeModel, calculator, make_study_plan\n"
             f"my_question = {question!r}\n{cells[0]}", notebook.namespace)
    assert "No question yet" in said[0] and "earlier" not in said[0]
    assert "372" in said[1]
