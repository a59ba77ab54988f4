"""The schemas that learners make in lesson 02: on every runner, and beside the package's."""

# No `from __future__ import annotations`: the types of the functions here must stay types.

import sys
from importlib import import_module
from pathlib import Path

import pytest

from studybuddy import PracticeModel, ToolRegistry, calculator
from studybuddy.workbook import cards, runner, small
from studybuddy.workbook.program import Program
from tests.workbook.cells import Notebook

SOLUTION = Path(__file__).parents[1] / "mistakes" / "02" / "02.3_solution.py"
GIVEN = SOLUTION.with_name("given.py")


def find_room(subject: str) -> dict:
    """Find the room of an exam."""
    return {"room": subject}


def plan_hours(topics: list[str], hours: float = 2, notes: bool = False) -> dict:
    """Plan the hours of a day.

    The topics share them.
    """
    return {"topics": topics, "hours": hours, "notes": notes}


def table(rows: list[list[int]], working_directory: str) -> dict:
    """Add up a table."""
    return {"rows": rows, "folder": working_directory}


def list_topics() -> dict:
    """List the topics of the course."""
    return {"topics": []}


@pytest.mark.parametrize("kind", [runner.FreshRunner, runner.InlineRunner])
def test_the_exercise_passes_where_there_is_no_fork(monkeypatch, kind):
    monkeypatch.setenv("STUDYBUDDY_PROGRESS", "none")
    text = "\n".join([GIVEN.read_text(encoding="utf-8"), SOLUTION.read_text(encoding="utf-8"),
                      'lesson.check("02.3", schema_of)'])
    assert Notebook(kind()).run(text).status == cards.PASSED


def test_the_types_of_a_learners_function_stay_types(monkeypatch):
    """Code that is made anew must not get the compiler flags of the module that makes it."""
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])  # build replaces it
    cells = ("def lend(book: str, days: int = 1) -> dict:\n    'Lend a book.'\n",)
    _, lend = Program(cells, "lend").build()
    assert lend.__annotations__["days"] is int


@pytest.mark.parametrize(("function", "hidden"), [
    (find_room, ()), (plan_hours, ()), (list_topics, ()), (table, ("working_directory",))])
def test_small_and_package_agree(function, hidden):
    """The intended differences: the package adds defaults, says that no other name is welcome,
    and hands on the whole docstring."""
    mine = small.schema_of(function, hidden)
    registry = ToolRegistry()
    registry.add(function, inject=dict.fromkeys(hidden, "notes"))
    theirs = registry.schemas("openai")[0]
    described = theirs["function"].pop("description")
    assert described.splitlines()[0] == mine["function"].pop("description")
    assert theirs["function"]["parameters"].pop("additionalProperties") is False
    for entry in theirs["function"]["parameters"]["properties"].values():
        entry.pop("default", None)
    assert mine == theirs


@pytest.mark.parametrize("annotation", [dict, list, None, "str", int | None])
def test_small_refuses_what_it_cannot_describe(annotation):
    with pytest.raises(ValueError):
        small.json_type(annotation)


def test_the_ideas_of_the_make_task_pass():
    """Each idea that the text offers can be done, in words that a student would use."""
    lesson = import_module("studybuddy.workbook.lessons.02")

    def price(pages: int) -> dict:
        """Find the price of printed pages."""
        return {"price": 2 * pages}

    def miles(km: float) -> dict:
        """Convert kilometres to miles."""
        return {"miles": km / 1.609344}

    for tool, question in ((price, "What is the price of 40 printed pages?"),
                           (price, "I need 40 printed pages. What is the price?"),
                           (miles, "How many miles are 12 kilometres?"),
                           (lesson._fine, "How much is the fine for a book 6 days late?")):
        assert lesson.asked_for((tool, question), question) == "your tool", question
        assert lesson.sent((tool, question)), question
        for other in (lesson.PERCENT, lesson.MARKS):
            assert lesson.asked_for((tool, question), other) == "calculator"


def test_the_story_needs_the_schema():
    model = PracticeModel(today="2026-11-30")
    lesson = import_module("studybuddy.workbook.lessons.02")
    ask = [{"role": "user", "content": lesson.MEERA}]
    assert model.complete(ask, []).tool_calls == []
    schemas = ToolRegistry([calculator]).schemas("openai")
    assert model.complete(ask, schemas).tool_calls[0]["function"]["name"] == "calculator"
