"""The calculator, the planner, and the registry with any name and any arguments."""

from __future__ import annotations

import json
import math
import sys
from datetime import date
from typing import Literal

from hypothesis import strategies as st

from studybuddy import calculator, make_study_plan
from studybuddy.defaults import with_files
from studybuddy.jsontext import MAX_RESULT
from studybuddy.tools import planner
from tests.fuzz.mutate import ODD, RAW, json_changes, spoil_json
from tests.fuzz.target import Target, require_sentence, strict

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner,
                                                               max_size=4), max_leaves=12)
SIGNS = ["+", "-", "*", "/", "//", "%", "**", "^", "(", ")", " ", ",", ".", "e", "E", "_", "!",
         "\u00d7", "\u00f7", "\u2212", "\u221a", "\u03c0", "\u00b2", "\u2155", "\u0665", "%", "of",
         "pi", "inf", "nan", "1e308", "9" * 40, "9" * 5_000, "0x1F", "0b1", "1_000", "1,000",
         "sqrt(", "round(", "min(", "abs(", "sum(", "factorial(", "log(", "lambda: ",
         "__import__('os')", "x", "=", "==", "<", "and", "[", "]", "{", "}", "'", '"', "\\", "\n",
         "\0", "\ud83d", ":=", "if", "else", "~", "&", "|", "<<", "1j", "False", "None", "$",
         "\u20b9", "#", ";", "@", "(" * 120, ")" * 120, "-" * 3_000, "2**"]


class Calculator(Target):
    """Any text: a finite number, or one sentence."""

    seconds = 2.0
    batch = 200
    known = ("80210002**39", "-80210002**39", "80210002**39 * 1.0")

    def strategy(self):
        pieces = st.sampled_from(SIGNS) | st.integers(-10**6, 10**6).map(str) | st.floats().map(str)
        return (st.lists(pieces, max_size=25).map("".join) | st.text(max_size=120) | anything
                | st.text("0123456789+-*/.() e%^", max_size=60))

    def check(self, value):
        answer = calculator(value)
        assert strict(json.dumps(answer, allow_nan=False)) == answer
        if "error" in answer:
            require_sentence(answer["error"])
            assert "result" not in answer
            return
        result = answer["result"]
        # A whole number is finite, also one that no float can hold.
        assert type(result) is int or type(result) is float and math.isfinite(result), result
        assert answer["expression"]


def look_at(count: int, ratio: float = 0.5, names: list[str] | None = None,
            kind: Literal["a", "b"] = "a", table: dict[str, int] | None = None,
            on: bool = False, day: date | None = None) -> dict:
    """A tool with each kind of parameter.

    Args:
        count: a whole number
        ratio: a number
        names: some texts
        kind: one of two
        table: numbers by name
        on: yes or no
        day: a day
    """
    assert type(count) is int and type(ratio) in (int, float) and type(on) is bool
    assert names is None or all(isinstance(name, str) for name in names)
    assert kind in ("a", "b") and (table is None or all(map(str, table)))
    return {"count": count, "names": names, "table": table, "day": str(day)}


class RunTool(Target):
    """Any name, any arguments: strict JSON, nothing raised, nothing that waits is done."""

    seconds = 5.0
    batch = 100
    GOOD = {
        "calculator": {"expression": "1 + 1"},
        "make_study_plan": {"topics": ["Waves", "Optics"], "exam_date": "2026-12-24",
                            "hours_per_day": 2},
        "search_notes": {"query": "virtual memory", "k": 3},
        "email_plan_to_me": {"topics": ["Waves"], "exam_date": "2026-12-24"},
        "get_files_info": {"directory": "."}, "get_file_content": {"file_path": "a.txt"},
        "write_file": {"file_path": "made.txt", "content": "x"},
        "run_python_file": {"file_path": "main.py", "args": ["1"]},
        "look_at": {"count": 3, "ratio": 1.5, "names": ["a"], "kind": "b", "table": {"a": 1},
                    "on": True, "day": "2026-12-01"},
        "nothing": {},
    }

    def __init__(self, folder):
        super().__init__(folder)
        self.work = folder / "work"
        self.work.mkdir()
        (self.work / "a.txt").write_text("text")
        (self.work / "main.py").write_text("open('ran', 'w')")
        self.registry = with_files(self.work)
        self.registry.add(look_at)

    def strategy(self):
        names = st.sampled_from([*self.GOOD, " calculator ", "functions.look_at", "", "LOOK_AT"])
        changed = names.flatmap(lambda name: st.tuples(
            st.just(name), json_changes().map(
                lambda changes: spoil_json(self.GOOD.get(name, {}), changes))))
        free = st.tuples(names | anything, st.text(max_size=80) | anything | ODD.map(
            lambda value: RAW.get(value, value) if isinstance(value, str) else value))
        return changed | free

    def check(self, value):
        name, arguments = value
        text = self.registry.run_tool(name, arguments)
        answer = strict(text)
        assert isinstance(answer, dict) and answer
        assert len(text) <= 2 * MAX_RESULT, len(text)
        if "error" in answer:
            require_sentence(answer["error"])
            assert "failed with" not in answer["error"], answer  # an exception of the tool itself
        if "status" in answer:
            assert answer["status"] == "needs_approval", answer
        assert sorted(path.name for path in self.work.iterdir()) == ["a.txt", "main.py"]
        # A word of the machine has no place in an answer to a model.
        assert str(self.folder) not in text


class Planner(Target):
    """Any topics, date and hours: a plan whose hours add up, or one sentence."""

    seconds = 3.0
    batch = 100

    def strategy(self):
        topics = st.lists(st.text(max_size=110) | anything, max_size=55) | st.text(max_size=20)
        days = (st.dates(date(2026, 11, 1), date(2029, 1, 1)).map(str) | st.text(max_size=12)
                | st.dates().map(str) | anything)
        hours = st.floats(0.2, 12.5) | st.floats() | st.integers() | anything
        return st.tuples(topics | anything, days, hours,
                         st.just("2026-11-29") | st.dates() | days)

    def check(self, value):
        topics, day, hours, today = value
        answer = make_study_plan(topics, day, hours, today=today)
        strict(json.dumps(answer, allow_nan=False))
        if "error" in answer:
            require_sentence(answer["error"])
            return
        check_plan(answer, hours)
        assert answer["days_left"] == (date.fromisoformat(day) - _day(today)).days > 0
        said = {row["topic"] for row in answer["plan"]} - {planner.REVISION}
        given = [topics] if isinstance(topics, str) else topics
        assert len(said) <= len(given)
        assert len(json.dumps(answer, ensure_ascii=False)) <= MAX_RESULT


class Exams(Target):
    """Several exams: as above."""

    seconds = 3.0
    batch = 60
    GOOD = [{"name": "DBMS", "exam_date": "2026-12-05", "topics": ["Keys", "Joins"]},
            {"name": "OS", "exam_date": "2026-12-20", "topics": ["Paging", "Locks", "Files"]},
            {"name": "Law", "exam_date": "2027-02-01", "topics": "Torts"}]

    def strategy(self):
        return st.tuples(json_changes(6), st.floats(0.2, 12.5) | anything)

    def check(self, value):
        changes, hours = value
        try:
            exams = json.loads(spoil_json(self.GOOD, changes))
        except (ValueError, RecursionError):
            return
        answer = planner.plan_for_exams(exams, hours, today="2026-11-29")
        try:
            strict(json.dumps(answer, allow_nan=False))
        except RecursionError:
            raise AssertionError("nested without end") from None
        if "error" in answer:
            require_sentence(answer["error"])
        else:
            check_plan(answer, hours)


def check_plan(answer, hours):
    by_day: dict[str, float] = {}
    for row in answer["plan"]:
        assert row["hours"] > 0 and row["topic"].strip()
        by_day[row["date"]] = by_day.get(row["date"], 0) + row["hours"]
    assert by_day and max(by_day.values()) <= hours + 1e-9
    assert math.isclose(sum(by_day.values()), answer["total_hours"], abs_tol=1e-6)
    assert list(by_day) == sorted(by_day)


def _day(today) -> date:
    return date.fromisoformat(today) if isinstance(today, str) else today


sys.set_int_max_str_digits(4_300)  # as it is without a setting of the person at this machine
TARGETS = {"calculator": Calculator, "run_tool": RunTool, "planner": Planner, "exams": Exams}
