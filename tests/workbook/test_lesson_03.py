"""The dispatcher that learners write in lesson 03, beside the package's, on the same requests."""

from __future__ import annotations

import ast
import json
from importlib import import_module
from pathlib import Path

import pytest

from studybuddy.workbook import small

ROOT = Path(__file__).resolve().parents[2]

SAME = [
    ("list_topics", ""), ("list_topics", "{}"), ("calculator", "null"),
    ("calculator", '{"expression": "2 + 3"}'), ("calculator", '{"expression": "2 + 3",}'),
    ("calculator", "{'expression': '2 + 3'}"), ("calculator", '{"expression": "1/0"}'),
    ("calculator", '{"expression": "2 + 3", "expression": "2 * 3"}'),
    ("calculator", '{"expression": "2 + 3", "precision": 2}'), ("calculator", '{"expression": 17}'),
    ("log_hours", '{"topic": "keys", "hours": NaN}'), ("log_hours", '{"hours": 1.5}'),
    ("log_hours", '{"topic": "keys", "sessions": true}'),
    ("log_hours", '{"topic": "keys", "hours": 1e999}'), ("log_hours", '{"topic": "keys"}'),
    ("days_until", '{"exam_date": "2026-12-10"}'), ("days_until", '{"exam_date": "10th Dec"}'),
    ("days_until", '{"exam_date": "2026-12-10", "today": "2026-12-09"}'),
    ("weather", '{"city": "Pune"}'), ("calculator", "[" * 100_000),
]
# What the package forgives and the small version, on purpose, does not.
FORGIVEN = [
    ("list_topics", "null"),
    ("log_hours", '{"topic": "keys", "sessions": "3"}'),
    ("log_hours", '{"topic": "keys", "sessions": 3.0}'),
]


def both(name: str, text: str) -> tuple[dict, dict]:
    return (json.loads(small.run_tool(name, text)),
            json.loads(small.registry.run_tool(name, text)))


@pytest.mark.parametrize(("name", "text"), SAME)
def test_both_run_the_tool_or_both_answer_with_an_error(name, text):
    mine, package = both(name, text)
    assert list(mine) == list(package)
    if "error" not in mine:
        assert mine == package


@pytest.mark.parametrize(("name", "text"), FORGIVEN)
def test_the_differences_are_the_ones_that_the_lesson_names(name, text):
    mine, package = both(name, text)
    assert list(mine) == ["error"] and "error" not in package


def test_the_checks_use_the_schemas_of_the_lesson():
    definition = import_module("studybuddy.workbook.lessons.03")
    assert small.SCHEMAS["log_hours"] == definition.LOG_HOURS
    assert small.SCHEMAS["list_topics"] == definition.NOTHING


def test_the_table_of_the_first_exercise_says_what_the_package_does():
    definition = import_module("studybuddy.workbook.lessons.03")
    source = (ROOT / "notebooks" / "source" / "03_dispatcher.py").read_text(encoding="utf-8")
    nine = next(ast.literal_eval(statement.value) for statement in ast.parse(source).body
                if isinstance(statement, ast.Assign) and statement.targets[0].id == "nine")
    assert {row: "error" if list(both(*request)[1]) == ["error"] else "runs"
            for row, request in nine.items()} == {
                row: word for row, (_, _, word) in definition._ROWS.items()}
