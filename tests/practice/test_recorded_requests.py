"""The practice server accepts every request that a real service accepted, and no altered copy."""

import copy
import json
from pathlib import Path

import pytest

from studybuddy.models.scripted import ScriptedModel
from studybuddy.practice.handle import Service

FOLDER = Path(__file__).parents[3] / "shared" / "recorded"
FILES = sorted(FOLDER.glob("*.json"))

pytestmark = pytest.mark.skipif(not FILES, reason="the recorded exchanges are not here")


@pytest.fixture(scope="module")
def service():
    return Service(ScriptedModel([lambda messages: "Done."] * 40))


def load(path: Path) -> dict:
    # One long signature happened to hold what looked like a key and was masked in the recording.
    return json.loads(path.read_text(encoding="utf-8").replace("<key>", "masked00"))


def is_gemini(record: dict) -> bool:
    return record["endpoint"] == "generateContent"


def address(record: dict) -> str:
    if is_gemini(record):
        return f"/v1beta/models/{record['model']}:generateContent"
    return "/v1/chat/completions"


def send(service: Service, record: dict, request: dict) -> tuple[int, dict]:
    status, _headers, body = service.handle(
        "POST", address(record), {"Authorization": f"Bearer {service.key}"},
        json.dumps(request).encode())
    return status, json.loads(body)


def adopt(service: Service, record: dict) -> None:
    """Only its maker can check a recorded signature; from here on these count as known."""
    for content in record["request"]["contents"]:
        for part in content["parts"]:
            if "thoughtSignature" in part:
                service.signer.adopt(part["thoughtSignature"], part)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem[:60] + path.stem[-9:])
def test_what_a_service_accepted_is_accepted(service, path):
    record = load(path)
    assert record["status"] == 200
    if is_gemini(record):
        adopt(service, record)
    status, body = send(service, record, record["request"])
    assert status == 200, body


def test_a_signature_from_elsewhere_is_not_known():
    service = Service(ScriptedModel(["Done."] * 9))
    refused = 0
    for record in filter(is_gemini, map(load, FILES)):
        signed = [part for content in record["request"]["contents"] for part in content["parts"]
                  if "thoughtSignature" in part and part["thoughtSignature"].startswith(("E", "A"))]
        if signed:
            status, body = send(service, record, record["request"])
            assert (status, body["error"]["message"]) == (400, "Corrupted thought signature.")
            refused += 1
    assert refused >= 4


# -- altered copies ----------------------------------------------------------------------------


def chat_copies(request: dict):
    """(what was altered, the altered request, a part of the refusal)."""
    for index, message in enumerate(request["messages"]):
        altered = copy.deepcopy(request)
        altered["messages"][index]["role"] = "robot"
        yield "role", altered, "Invalid value: 'robot'. Supported values are"
        if message["role"] != "tool":
            continue
        altered = copy.deepcopy(request)
        del altered["messages"][index]
        yield "answer removed", altered, "did not have response messages: " + (
            message["tool_call_id"])
        altered = copy.deepcopy(request)
        altered["messages"][index]["tool_call_id"] = "call_nobody"
        yield "answer for no call", altered, "'tool_call_id' of 'call_nobody' not found"
        altered = copy.deepcopy(request)
        altered["messages"].insert(index, copy.deepcopy(message))
        yield "answer twice", altered, "Duplicate value for 'tool_call_id'"
        altered = copy.deepcopy(request)
        altered["messages"] = altered["messages"][index:]
        yield "call removed", altered, "must be a response to a preceeding message"


def gemini_copies(request: dict):
    for index, content in enumerate(request["contents"]):
        altered = copy.deepcopy(request)
        altered["contents"][index]["role"] = "assistant"
        yield "role", altered, "Please use a valid role: user, model."
        for position, part in enumerate(content["parts"]):
            if "functionResponse" in part:
                altered = copy.deepcopy(request)
                del altered["contents"][index]["parts"][position]
                altered["contents"][index]["parts"].append({"text": "go on"})
                yield "answer removed", altered, "number of function response parts is equal"
                altered = copy.deepcopy(request)
                altered["contents"][index]["parts"].append(copy.deepcopy(part))
                yield "answer twice", altered, "number of function response parts is equal"
                altered = copy.deepcopy(request)
                altered["contents"][index]["parts"][position]["functionResponse"].update(
                    id="nobody", name="nobody")
                yield "answer for no call", altered, "number of function response parts is equal"
                altered = copy.deepcopy(request)
                altered["contents"] = altered["contents"][index:]
                yield "call removed", altered, "function response turn comes immediately after"
            if "thoughtSignature" in part:
                altered = copy.deepcopy(request)
                signature = part["thoughtSignature"]
                altered["contents"][index]["parts"][position]["thoughtSignature"] = (
                    signature[:20] + ("A" if signature[20] != "A" else "B") + signature[21:])
                yield "signature altered", altered, "Corrupted thought signature."
            if "thoughtSignature" in part and "functionCall" in part:
                altered = copy.deepcopy(request)
                call = altered["contents"][index]["parts"][position]["functionCall"]
                call["args"] = {"changed": True}
                if part["thoughtSignature"].startswith("E"):  # not one of the bypass values
                    yield "call altered", altered, "Corrupted thought signature."


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem[:60] + path.stem[-9:])
def test_altered_copies_are_refused(service, path):
    record = load(path)
    request = record["request"]
    if is_gemini(record):
        adopt(service, record)
    copies = list((gemini_copies if is_gemini(record) else chat_copies)(request))
    assert copies
    for what, altered, words in copies:
        status, body = send(service, record, altered)
        assert status == 400, what
        assert words in body["error"]["message"], what


def test_the_copies_cover_every_alteration():
    seen = {what for record in map(load, FILES) for what, _, _ in (
        gemini_copies if is_gemini(record) else chat_copies)(record["request"])}
    assert seen == {"role", "answer removed", "answer for no call", "answer twice", "call removed",
                    "signature altered", "call altered"}


def test_a_missing_signature_is_refused_on_current_models_only(service):
    counts = {True: 0, False: 0}
    for record in filter(is_gemini, map(load, FILES)):
        request = copy.deepcopy(record["request"])
        adopt(service, record)
        signed = [part for content in request["contents"] for part in content["parts"]
                  if "thoughtSignature" in part and "functionCall" in part]
        if not signed:
            continue
        for part in signed:
            del part["thoughtSignature"]
        status, body = send(service, record, request)
        current = record["model"].startswith("gemini-3")
        counts[current] += 1
        if current:
            assert status == 400
            assert "is missing a thought_signature in functionCall parts" in (
                body["error"]["message"])
        else:
            assert status == 200
    assert counts[True] >= 3 and counts[False] >= 1
