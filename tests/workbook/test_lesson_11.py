"""Lesson 11: its reference by counting, its wrong versions, and the ten lines elsewhere."""

# No `from __future__ import annotations`: the types of the functions here must stay types.

import ast
import math
import os
import subprocess
import sys
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import pytest

from studybuddy.workbook import cards, define, execute, runner
from tests import lessons
from tests.workbook.cells import Notebook

LESSON = import_module("studybuddy.workbook.lessons.11")
SOURCE = next(path for path in lessons.SOURCES if path.name.startswith("11_"))
MISTAKES = Path(__file__).parents[1] / "mistakes" / "11"


def values_in_source(name: str) -> list[ast.expr]:
    """What the code cells of the lesson assign to a name at the left margin."""
    found = []
    for cell in lessons.source(SOURCE).cells:
        if cell.kind == "code" and f"{name} =" in cell.text:
            found += [node.value for node in ast.parse(cell.text).body
                      if isinstance(node, ast.Assign) and node.targets[0].id == name]
    return found


def ten_lines() -> str:
    (value,) = values_in_source("ten_lines")
    return ast.literal_eval(value)


# -- the reference and the versions --------------------------------------------------------------

@pytest.mark.parametrize("required", [1, 33, 50, 66, 75, 80, 99])
def test_the_reference_is_right_by_counting(required):
    rule = Fraction(required, 100)
    for held in (1, 2, 7, 40, 43):
        for attended in range(held + 1):
            answer = LESSON.right(attended, held, required)
            miss, attend = answer["may_miss"], answer["must_attend"]
            assert math.isclose(answer["percent"], 100 * attended / held)
            assert miss >= 0 and attend >= 0
            assert not miss or Fraction(attended, held + miss) >= rule
            assert Fraction(attended, held + miss + 1) < rule
            assert Fraction(attended + attend, held + attend) >= rule
            assert not attend or Fraction(attended + attend - 1, held + attend - 1) < rule


def test_each_wrong_version_says_what_its_message_tells():
    told = [version for _, version, _ in LESSON.VERSIONS]
    zero, only_75, more, floats, rounded, below = told
    assert set(zero(31, 40).values()) == {0}
    assert only_75(27, 40, 80) == LESSON.right(27, 40, 75)
    assert "error" not in more(41, 40)
    assert floats(27, 40, 80)["must_attend"] == 26
    assert rounded(27, 40, 70)["must_attend"] == 3
    assert below(27, 40, 80)["may_miss"] == -7
    # Beyond its fault, a version is right: only the case of its fault catches it.
    for version in (more, floats, rounded, below):
        assert version(31, 40) == LESSON.right(31, 40)
        assert version(0, 0) == LESSON.right(0, 0)
    assert LESSON.other_right(31, 40) != LESSON.right(31, 40)


# -- the checks where there is no fork -----------------------------------------------------------


@pytest.mark.parametrize("kind", [runner.FreshRunner, runner.InlineRunner])
@pytest.mark.parametrize("name", ["11.2_solution", "11.3_solution", "11.4_solution",
                                  "11.4_writes_unasked", "11.4_tests_write"])
def test_the_exercises_work_where_there_is_no_fork(monkeypatch, tmp_path, kind, name):
    monkeypatch.setenv("STUDYBUDDY_PROGRESS", "none")
    monkeypatch.chdir(tmp_path)
    answer = (MISTAKES / f"{name}.py").read_text(encoding="utf-8")
    given = (MISTAKES / "given.py").read_text(encoding="utf-8")
    asked = answer.rpartition("ANSWER = ")[2].strip()
    text = f'{given}\n{answer}\nlesson.check("{name[:4]}", {asked})'
    card = Notebook(kind()).run(text)
    if name.endswith("_solution"):
        assert card.status == cards.PASSED, card
    else:
        assert ("register it with approval" if "unasked" in name else "act outside") in (
            card.row("next")), card
    assert list(tmp_path.iterdir()) == []  # nothing was written


# -- what the text offers ------------------------------------------------------------------------

def test_the_odd_inputs_of_the_text_are_those_of_the_check():
    (value,) = values_in_source("ODD")
    shown = eval(compile(ast.Expression(value), "ODD", "eval"), {"math": math})
    assert [repr(one) for one in shown] == [repr(one) for one in LESSON.ODD.values()]


def test_the_ideas_of_the_make_task_can_be_done():
    def price(pages: int) -> dict:
        """Tell the price of printed pages."""
        return {"price": 2 * pages}

    def tea(times: int) -> dict:
        """Tell whose turn it is to pay for tea."""
        return {"turn": ["Meera", "a classmate"][times % 2]}

    for tool, question in ((price, "What is the price of 40 printed pages?"),
                           (tea, "We paid for tea 12 times. Whose turn is it?")):
        assert LESSON.asked((tool, question)) == "your tool", question
        assert list(LESSON.sent((tool, question)).values()) in ([40], [12])


# -- the ten lines -------------------------------------------------------------------------------

@pytest.fixture
def elsewhere(tmp_path):
    folder = tmp_path / "a folder of my own"
    folder.mkdir()
    return folder


def test_there_are_ten_lines():
    assert len(ten_lines().splitlines()) == 10


def test_the_ten_lines_run_in_another_folder(elsewhere):
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run([sys.executable, "-c", ten_lines()], cwd=elsewhere, text=True,
                          capture_output=True, encoding="utf-8", timeout=60,
                          env={**kept, "STUDYBUDDY_MODEL": "practice"})
    assert (done.returncode, done.stderr) == (0, "")
    assert "fine: 12" in done.stdout
    assert list(elsewhere.iterdir()) == []


def test_the_ten_lines_are_a_notebook_of_their_own(elsewhere):
    from nbformat import v4

    notebook = v4.new_notebook(cells=[v4.new_code_cell(ten_lines())])
    executed = execute.run_notebook(notebook, elsewhere)
    outputs = executed.cells[0].outputs
    assert "fine: 12" in outputs[0].text
    assert any("Chat with StudyBuddy" in str(one.get("data", {})) for one in outputs)


def test_every_lesson_is_defined():
    from studybuddy.workbook import course

    assert set(define.numbers()) == set(course.NAMES)


def test_the_last_lesson_says_that_it_is_the_last(monkeypatch):
    monkeypatch.setenv("STUDYBUDDY_PROGRESS", "none")
    notebook = Notebook()
    notebook.run('lesson.start("11")')
    for name in define.load("11").checks:
        notebook.lesson._kept.passed("11", name)
    card = notebook.run('lesson.finish("11")')
    assert card.status == cards.FINISHED and "last lesson" in card.row("next")


def test_an_odd_input_that_comes_through_is_shown_as_the_tool_gave_it():
    """The tool is tried once for each parameter, and a learner knows of one dictionary."""
    given = (MISTAKES / "given.py").read_text(encoding="utf-8")
    answer = (MISTAKES / "11.4_no_upper_bound.py").read_text(encoding="utf-8")
    text = answer.replace("pages / days", "pages * 1.0").replace(
        "type(pages) is not int or type(days) is not int or ", "")
    card = Notebook().run(f'{given}\n{text}\nlesson.check("11.4", ANSWER)')
    assert "nan" in card.row("tried"), card
    assert card.row("came back") == "`{'pages_a_day': nan}`", card
