"""A short run of each fuzz target, the same one each time; `python -m tests.fuzz` is the long one.

And the fuzzers find what they are for: a fault is put into their process, and the report names the
value that shows it.
"""

from __future__ import annotations

import pytest

from tests.fuzz.running import fuzz
from tests.fuzz.targets import TARGETS

SEED = 20_261_129
# Targets that share a process, and the number of values of each.
SHORT = [(["calculator", "run_tool", "planner", "exams", "paths", "parse_quiz"], 60),
         (["file_tools", "read_pdf", "saved_store", "run_file", "run_events", "progress"], 20),
         (["openai", "gemini", "wire"], 5)]


@pytest.mark.parametrize(("names", "values"), SHORT, ids=lambda given: str(given)[:24])
def test_a_short_run(names, values):
    found = fuzz(names, SEED, 0, values)
    assert not found.failure, found.failure
    assert found.tried.keys() == set(names)
    assert min(found.tried.values()) >= values / 2  # few values may be all there are


def test_no_target_is_left_out():
    assert sorted(name for names, _ in SHORT for name in names) == sorted(TARGETS)


RAISES = """
from studybuddy.quiz import parsing
old = parsing.find_quiz
def find_quiz(text):
    found = old(text)
    return {"questions": found["questions"] + [found["topic"][:9**9]]}
parsing.find_quiz = find_quiz
"""
HANGS = """
import time
from tests.fuzz.targets import tools
tools.Planner.seconds = -2.4
old = tools.make_study_plan
def slow(topics, *more, **others):
    if topics == []:
        time.sleep(60)
    return old(topics, *more, **others)
tools.make_study_plan = slow
"""


def test_what_raises_is_reported_with_its_value_and_its_seed():
    found = fuzz(["parse_quiz"], SEED, 0, 60, hurt=RAISES)
    assert "failed with seed 20261129" in found.failure
    assert "KeyError: 'topic'" in found.failure or "TypeError" in found.failure
    assert "last value: ([" in found.failure


def test_what_hangs_is_ended_and_reported_with_its_value():
    found = fuzz(["planner"], SEED, 0, 60, hurt=HANGS)
    assert "last value: ([], " in found.failure and "Timeout" in found.failure
    assert "in slow" in found.failure  # the stack of the thread that hung
