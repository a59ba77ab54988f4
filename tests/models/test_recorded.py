"""Genuine replies of services, where they lie beside the project; skipped elsewhere.

Each recorded body is served over loopback and read by the real SDK and the adapter. What it must
become is worked out here from the body itself, with no code of the adapters.
"""

import json
from pathlib import Path

import pytest

from studybuddy import GeminiModel, OpenAIModel
from tests.models.stub import serve

FILES = sorted((Path(__file__).parents[3] / "shared" / "recorded").glob("*.json"))
pytestmark = pytest.mark.skipif(not FILES, reason="the recorded replies are not here")

FINISH = {"STOP": "stop", "MAX_TOKENS": "length", "UNEXPECTED_TOOL_CALL": "malformed"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_reply(path):
    recorded = json.loads(path.read_text(encoding="utf-8"))
    body = recorded["response"]
    native = recorded["endpoint"] == "generateContent"
    make = GeminiModel if native else OpenAIModel
    with serve((recorded["status"], body)) as server:
        reply = make("m", server.url, "k").complete([{"role": "user", "content": "?"}], [])
    text, calls, finish, usage = expected_gemini(body) if native else expected_chat(body)
    assert reply.message["content"] == (text or "")
    got = [
        (
            entry["function"]["name"],
            json.loads(entry["function"].get("arguments") or "{}"),
            entry.get("id") or "",
        )
        for entry in reply.tool_calls
    ]
    assert got == calls
    assert reply.finish == finish
    counted = reply.usage
    assert (counted.input_tokens, counted.output_tokens, counted.total_tokens) == usage
    json.dumps(reply.message, allow_nan=False)


def expected_chat(body):
    choice = body["choices"][0]
    message, used = choice["message"], body["usage"]
    calls = [
        (
            c["function"]["name"],
            json.loads(c["function"].get("arguments") or "{}"),
            c.get("id") or "",
        )
        for c in message.get("tool_calls") or ()
    ]
    return (
        message.get("content"),
        calls,
        choice["finish_reason"],
        (used["prompt_tokens"], used["completion_tokens"], used["total_tokens"]),
    )


def expected_gemini(body):
    candidate, used = body["candidates"][0], body["usageMetadata"]
    parts = [part for part in candidate["content"]["parts"] if not part.get("thought")]
    calls = [
        (
            p["functionCall"]["name"],
            p["functionCall"].get("args") or {},
            p["functionCall"].get("id") or "",
        )
        for p in parts
        if "functionCall" in p
    ]
    finish = FINISH[candidate["finishReason"]]
    given = used["promptTokenCount"] + used.get("toolUsePromptTokenCount", 0)
    return (
        "".join(part.get("text", "") for part in parts),
        calls,
        "tool_calls" if finish == "stop" and calls else finish,
        (given, used["totalTokenCount"] - given, used["totalTokenCount"]),
    )
