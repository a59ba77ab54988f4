"""What the practice model asks for, on the project's own prompts: right tool, right arguments."""

import importlib.util
import json
import math
from collections import Counter
from pathlib import Path

import pytest

from studybuddy.practice.model import PracticeModel
from studybuddy.tools.calculator import calculator
from tests.practice.offers import FILES, STUDY, TODAY, user

ROWS = [json.loads(line) for line in
        (Path(__file__).parent / "prompts.jsonl").read_text(encoding="utf-8").splitlines()]
SHARED = Path(__file__).parents[3] / "shared" / "cases" / "score_prompts.py"


def reply_to(prompt, kind):
    tools = [*STUDY, *FILES] if kind == "files" else STUDY
    reply = PracticeModel(TODAY).complete([user(prompt)], tools)
    if not reply.tool_calls:
        return None, {}, reply.text
    function = reply.tool_calls[0]["function"]
    return function["name"], json.loads(function["arguments"]), reply.text


def same_value(got, wanted):
    return isinstance(got, (int, float)) and (
        math.isclose(got, wanted, rel_tol=1e-6) or math.isclose(got * 100, wanted, rel_tol=1e-6))


def right(row, arguments, text):
    if row["tool"] is None:
        return row.get("says", "") in text
    if row["kind"] == "calculator":
        return same_value(calculator(arguments["expression"]).get("result"), row["value"])
    if row["kind"] == "plan":
        return (arguments["exam_date"] == row["exam_date"]
                and arguments.get("hours_per_day") == row["hours_per_day"]
                and arguments["topics"] == row.get("topics", arguments["topics"]))
    if row["kind"] == "notes":
        return (row["query_has"].lower() in arguments["query"].lower()
                and arguments.get("k") == row.get("k"))
    return arguments == row["arguments"]


def test_there_are_prompts_of_every_kind():
    kinds = Counter(row["kind"] for row in ROWS)
    assert set(kinds) == {"calculator", "plan", "notes", "none", "files"}
    assert len({row["prompt"] for row in ROWS}) == len(ROWS) >= 60


@pytest.mark.parametrize("kind", ["calculator", "plan", "notes", "none", "files"])
def test_own_prompts(kind):
    rows = [row for row in ROWS if row["kind"] == kind]
    wrong_tool, wrong_arguments = [], []
    for row in rows:
        name, arguments, text = reply_to(row["prompt"], kind)
        if name != row["tool"]:
            wrong_tool.append(row["prompt"])
        elif not right(row, arguments, text):
            wrong_arguments.append((row["prompt"], arguments))
    assert len(wrong_tool) <= 0.05 * len(rows), wrong_tool
    assert len(wrong_tool) + len(wrong_arguments) <= 0.1 * len(rows), wrong_arguments


@pytest.mark.skipif(not SHARED.exists(), reason="the shared cases are not here")
@pytest.mark.parametrize("tools", [STUDY, [*STUDY, *FILES]], ids=["study", "study and files"])
def test_shared_prompts(tools):
    spec = importlib.util.spec_from_file_location("score_prompts", SHARED)
    judge = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(judge)
    rows = judge.load(str(SHARED.with_name("prompts.jsonl")))
    counts, tool_ok, args_ok = Counter(), Counter(), Counter()
    for row in rows:
        reply = PracticeModel(TODAY).complete([user(row["prompt"])], tools)
        function = reply.tool_calls[0]["function"] if reply.tool_calls else None
        good = judge.judge(row, function and function["name"],
                           json.loads(function["arguments"]) if function else {})
        counts[row["kind"]] += 1
        tool_ok[row["kind"]] += good[0]
        args_ok[row["kind"]] += good[1]
    for kind in ["calculator", "plan", "notes", "none"] + ["files"] * (len(tools) > 3):
        assert tool_ok[kind] >= 0.9 * counts[kind], kind
        assert args_ok[kind] >= 0.8 * counts[kind], kind
