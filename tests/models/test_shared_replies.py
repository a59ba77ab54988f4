"""Replies from public bug reports, where the cases lie beside the project; skipped elsewhere.

Each goes over loopback HTTP through the real SDK, the adapter and the loop. The project's own
tests hold the right value of each kind of fault; this runs the originals.
"""

import json
import re
from pathlib import Path

import pytest

from studybuddy import Agent, GeminiModel, OpenAIModel, ToolRegistry, calculator, search_notes
from tests.models.stub import chat, gemini, serve

CASES = Path(__file__).parents[3] / "shared" / "cases" / "cases.jsonl"
ROWS = (
    [
        row
        for row in map(json.loads, CASES.read_text(encoding="utf-8").splitlines())
        if row["group"] == "C"
    ]
    if CASES.exists()
    else []
)
pytestmark = pytest.mark.skipif(not ROWS, reason="the shared cases are not here")

WRITTEN = []


def write_file(file_path: str, content: str) -> dict:
    """Write."""
    WRITTEN.append(file_path)
    return {"written": len(content)}


def list_topics() -> list[str]:
    """The topics."""
    return ["Waves"]


def on_the_wire(value):
    """The cases write Gemini's keys as the SDK does; the service writes them in camel case."""
    if isinstance(value, dict):
        return {
            re.sub("_(.)", lambda found: found[1].upper(), key): entry
            if key == "args"
            else on_the_wire(entry)
            for key, entry in value.items()
        }
    return [on_the_wire(entry) for entry in value] if isinstance(value, list) else value


@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in ROWS])
@pytest.mark.filterwarnings("ignore:SOME_NEW_REASON")
def test_a_reply(row):
    WRITTEN.clear()
    given = row["input"]
    native = given["provider"] == "gemini"
    bodies = [given["repeat_forever"]] if "repeat_forever" in given else list(given["responses"])
    if "repeat_forever" not in given:
        bodies.append(gemini({"text": "The end."}) if native else chat("The end."))
    bodies = [on_the_wire(body) if native else body for body in bodies]
    registry = ToolRegistry([calculator, search_notes, list_topics])
    registry.add(write_file, needs_approval=True)
    with serve(*bodies) as server:
        make = GeminiModel if native else OpenAIModel
        model = make("m", server.url, "k")
        if given.get("max_steps", 1) < 1:
            with pytest.raises(ValueError, match="max_steps"):
                Agent(registry, model=model, max_steps=given["max_steps"])
            return
        run = Agent(registry, model=model, max_steps=given.get("max_steps", 20)).ask("?")
        requests = [request.body for request in server.sent]
    assert WRITTEN == [] and len(requests) <= 5
    assert run.answer and run.status != "needs_approval"
    for never in row.get("never", ()):
        assert never not in run.answer
    answers = {
        m["tool_call_id"]: json.loads(m["content"]) for m in run.messages if m["role"] == "tool"
    }
    calls = [entry["id"] for m in run.messages for entry in m.get("tool_calls", ())]
    assert sorted(answers) == sorted(calls) and len(set(calls)) == len(calls)
    if row["outcome"] == "ok":
        assert run.status == "answered"
    kind = row["fault_kind"]
    if (
        kind
        in (
            "content-null",
            "finish-reason",
            "call-ids",
            "dict-args",
            "text-plus-call",
            "call-only-turn",
            "thought-signature",
            "empty-args",
        )
        and calls
    ):
        assert all("error" not in answer for answer in answers.values())
        assert run.answer == "The end."
    if kind in ("truncated-args", "malformed-call"):
        assert all("error" in answer for answer in answers.values())
    if kind == "text-as-call":
        assert "Nothing was run" in run.answer
    if native:
        assert all(content["parts"] for body in requests for content in body["contents"])
    else:
        assert all(isinstance(m.get("content"), str) for body in requests for m in body["messages"])
