"""Lesson 04: what a card says of an answer of the dispatcher."""

from __future__ import annotations

import importlib
import json

import pytest

from studybuddy.workbook import values
from studybuddy.workbook.small import run_tool

DEFINITION = importlib.import_module("studybuddy.workbook.lessons.04")
CALLS = [("calculator", json.dumps({"expression": text})) for text in (
    "15% * 2480", "2480*15%", "15 % of 2480", "2480 + 15%", "0.15 x 2,480", "15/100 2480", "foo(3)",
    "(1 + 2", "2 +", "", "1/0", "9 ** 9999999", "1.2.3", "15,5 * 2", "a" * 30)]
CALLS += [("calculater", "{}"), ("calculator", "15"), ("calculator", "{}"),
          ("calculator", "{'a': 1}"), ("calculator", '{"expr": "1"}'),
          ("calculator", '{"expression": 15}'),
          ("days_until", '{"exam_date": "soon"}'), ("log_hours", '{"hours": "two"}')]


@pytest.mark.parametrize(("name", "arguments"), CALLS)
def test_an_error_stands_in_a_card_in_whole_sentences(name, arguments):
    answer = run_tool(name, arguments)
    error = json.loads(answer)["error"]
    told = values.shown(DEFINITION._outcome(answer))
    assert len(told) <= values.MAX_ERROR
    rest = error.replace("`", "'").removeprefix(told.removeprefix("error: "))
    assert told.startswith("error: ") and rest != error.replace("`", "'"), (told, error)
    assert rest == "" or (told[-1] in ".?" and rest[0] == " "), (told, error)


def test_a_result_is_shown_as_it_came():
    answer = run_tool("calculator", '{"expression": "15 / 100 * 2480"}')
    assert values.shown(DEFINITION._outcome(answer)) == "{'result': 372.0}"
