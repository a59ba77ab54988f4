"""Cases taken from public bug reports, where they lie beside the project; skipped elsewhere.

The values of the project's own tests cover each kind of fault; this runs the originals.
"""

import json
from datetime import date
from pathlib import Path
from typing import Literal

import pytest

from studybuddy import (
    Agent,
    ScriptedModel,
    ToolRegistry,
    make_study_plan,
    messages,
    search_notes,
)
from studybuddy.schema import SchemaError, parameters_of
from studybuddy.tools.calculator import calculator

CASES = Path(__file__).parents[2] / "shared" / "cases" / "cases.jsonl"
ROWS = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines() if line.strip()
        ] if CASES.exists() else []
pytestmark = pytest.mark.skipif(not ROWS, reason="the shared cases are not here")

WRITTEN = []


def list_topics() -> list[str]:
    """The topics."""
    return ["Waves"]


def write_file(file_path: str, content: str) -> dict:
    """Write."""
    WRITTEN.append((file_path, content))
    return {"written": len(content)}


def some_tool_with_bool(recursive: bool) -> bool:
    """Do."""
    return recursive


def make_quiz(topic: str, level: Literal["easy", "hard"]) -> str:
    """Make a quiz."""
    return level


def registry():
    made = ToolRegistry([calculator, list_topics, write_file, some_tool_with_bool, make_quiz,
                         search_notes])
    made.add(make_study_plan, inject={"today": date(2026, 11, 29)})
    return made


def rows(group):
    return [pytest.param(row, id=row["id"]) for row in ROWS if row["group"] == group]


def judge(row, text):
    """The answer fits what the case expects."""
    answer = json.loads(text, parse_constant=pytest.fail)
    for never in row.get("never", []):
        assert str(never) not in text or (isinstance(never, (int, float)) and answer.get(
            "result") != never)
    outcome = row["outcome"]
    if "needs_approval" in outcome:
        assert answer.get("status") == "needs_approval"
    elif outcome == "error":
        assert "error" in answer
    elif outcome == "ok":
        assert "error" not in answer
    elif outcome == "value" or ("value" in row and "error" not in answer and "value" in outcome):
        assert answer["result"] == row["value"]
    return answer


@pytest.mark.parametrize("row", rows("B"))
def test_arguments(row):
    WRITTEN.clear()
    calls = row["input"] if isinstance(row["input"], list) else [row["input"]]
    for call in calls:
        if "tool_returns" in call:
            for source in call["tool_returns"]:
                value = eval(source, {"date": date, "Path": Path})
                tool = ToolRegistry([_returning(value)])
                judge(row, tool.run_tool("returning", ""))
            continue
        name = "make_study_plan" if call["name"] == "study_planner" else call["name"]
        arguments = call.get("arguments_json")
        if "arguments_build" in call:
            arguments = eval(call["arguments_build"], {"json": json})
        if isinstance(arguments, str):
            arguments = arguments.replace('"limit"', '"k"')
        judge(row, registry().run_tool(name, arguments))
    assert WRITTEN == []


def _returning(value):
    def returning():
        """Return it."""
        return value
    return returning


@pytest.mark.parametrize("row", rows("I"))
def test_signatures(row):
    space: dict = {"Path": Path}
    exec(row["input"]["python"], space)
    hide = ["working_directory", "approved"] if "approved" in row["input"]["python"] else []
    if row["outcome"] == "error":
        with pytest.raises(SchemaError):
            parameters_of(space["f"])
        return
    schema = parameters_of(space["f"], hide=hide).schema
    assert set(schema["required"]) <= set(schema["properties"])
    assert not set(hide) & set(schema["properties"])
    expected = {"I01": {"n": {"type": "integer"},
                        "names": {"type": "array", "items": {"type": "string"}}},
                "I03": {"rows": {"type": "array", "items": {"type": "array",
                                                            "items": {"type": "integer"}}}}}
    if row["id"] in expected:
        assert schema["properties"] == expected[row["id"]]
    if row["id"] == "I07":
        assert {"type": "null"} in schema["properties"]["limit"]["anyOf"]


@pytest.mark.parametrize("row", [row for row in rows("H") if row.values[0]["outcome"] != "stop"])
def test_a_planted_text_becomes_a_question_at_most(row):
    WRITTEN.clear()
    text = row["input"]["text"]
    registered = ToolRegistry([_returning(text)])
    registered.add(write_file)
    run = Agent(registered, model=ScriptedModel([
        messages.assistant("", [messages.call("returning", {}, "c1")]),
        messages.assistant("", [
            messages.call("write_file", {"file_path": text, "content": text}, "c2")]),
        "done"]), approve="ask").ask("What do my notes say?")
    assert run.status == "needs_approval" and WRITTEN == []
    assert [message["role"] for message in run.messages if text in message["content"]
            or json.dumps(text, ensure_ascii=False)[1:-1] in message["content"]] == ["tool"]
    [waiting] = run.pending
    assert waiting.effect.replace("\n", "").isprintable() and len(waiting.effect) < 3_000
    run.approve("c2")
    run.advance()
    assert WRITTEN == [(text, text)]  # exactly what was shown
